import type { PendingSignIn } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answers, noResponse, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import type { CodeStep } from './api.ts'
import { LoginForm } from './login-form.tsx'

const pending: PendingSignIn = {
  messageType: 'phone',
  email: 'ada@example.com',
  expiresInSeconds: 180,
  resendInSeconds: 60,
}
const login = 'POST /v1/api/security/login'

async function renderLogin() {
  const onCodeStep = vi.fn<(step: CodeStep) => void>()
  const { user } = await render(<LoginForm email="" onCodeStep={onCodeStep} />)
  return {
    user,
    onCodeStep,
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText('Password'),
    button: screen.getByRole('button', { name: 'Login' }),
  }
}

async function renderFilledLogin() {
  const page = await renderLogin()
  await page.user.type(page.email, 'ada@example.com')
  await page.user.type(page.password, 'quiet harbour')
  return page
}

test('it starts in the e-mail field, and Login waits for an address and a password', async () => {
  const { user, email, password, button } = await renderLogin()
  expect(email).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.type(email, 'ada@example')
  await user.tab()
  expect(email).toHaveAccessibleDescription('Enter a valid e-mail address.')
  expect(email).toBeInvalid()
  await user.type(email, '.com')
  await user.type(password, '1234567')
  await user.tab()
  expect(password).toHaveAccessibleDescription('A password has at least 8 characters.')
  expect(password).toBeInvalid()
  expect(email).not.toBeInvalid()
  expect(button).toHaveAccessibleDescription('Enter your e-mail address and a password of at least 8 characters')
  await user.click(button)
  expect(sentTo(login)).toEqual([])
})

test('Enter signs in and leads to the code', async () => {
  answers({ [login]: pending })
  const { user, password, onCodeStep } = await renderFilledLogin()
  await user.type(password, '{Enter}')
  await waitFor(() => expect(onCodeStep).toHaveBeenCalledOnce())
  expect(onCodeStep.mock.calls[0]?.[0]).toMatchObject(pending)
  expect(sentTo(login)).toEqual([{ email: 'ada@example.com', password: 'quiet harbour' }])
})

test('a double click sends once', async () => {
  answers({ [login]: pending })
  const { user, button, onCodeStep } = await renderFilledLogin()
  await user.dblClick(button)
  await waitFor(() => expect(onCodeStep).toHaveBeenCalled())
  expect(sentTo(login)).toHaveLength(1)
})

describe('after a failure everything typed is still there', () => {
  test.each([
    [refused('wrongCredentials'), 'E-mail or password is wrong.'],
    [refused('signInPaused', { seconds: 30 }), 'Too many failed attempts. Wait 30 seconds and try again.'],
    [
      refused('codesExhausted', { wait: '40 minutes' }),
      'Five codes were sent to this phone number within an hour. The next one is possible in 40 minutes.',
    ],
    [noResponse, 'The server cannot be reached. Check the connection and try again.'],
  ])('%#', async (answer, words) => {
    answers({ [login]: answer })
    const { user, email, password, button, onCodeStep } = await renderFilledLogin()
    await user.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(email).toHaveValue('ada@example.com')
    expect(password).toHaveValue('quiet harbour')
    expect(onCodeStep).not.toHaveBeenCalled()
    await waitFor(() => expect(button).toBeEnabled())
    answers({ [login]: pending })
    await user.click(button)
    await waitFor(() => expect(onCodeStep).toHaveBeenCalledOnce())
  })
})
