import type { CaptchaOffer, PendingSignIn } from '@clubfolio/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, refused, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import type { CodeStep } from './api.ts'
import { RegisterForm } from './register-form.tsx'

const create = 'POST /v1/api/security/create-user'
const pending: PendingSignIn = {
  messageType: 'phone',
  email: 'ada@example.com',
  expiresInSeconds: 180,
  resendInSeconds: 60,
}
const offer: CaptchaOffer = { kind: 'RECAPTCHA', siteKey: 'site', scriptUrl: 'http://127.0.0.1/captcha.js' }

/** Takes the place of Google's script, which shows its box and then calls back. */
const google: { callBack: ((answer: string) => void) | undefined } = { callBack: undefined }
window.grecaptcha = {
  ready: (then) => then(),
  render: (_place, { callback }) => {
    google.callBack = callback
    return 0
  },
}

beforeEach(() => {
  google.callBack = undefined
  answers({ 'GET /v1/api/security/find-captcha': offer })
})

async function passHumanCheck(answer: string) {
  await waitFor(() => expect(google.callBack).toBeDefined())
  act(() => google.callBack?.(answer))
  google.callBack = undefined
}

async function renderRegister() {
  const onCodeStep = vi.fn<(step: CodeStep) => void>()
  const { user } = await render(<RegisterForm onCodeStep={onCodeStep} onLogin={() => undefined} />)
  return { user, onCodeStep, button: screen.getByRole('button', { name: 'Register' }) }
}

async function renderFilledRegister() {
  const page = await renderRegister()
  const { user } = page
  await user.type(screen.getByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Last name'), 'Lund')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Phone number'), '+1 212 555 0123')
  await user.type(screen.getByLabelText('Password'), 'quiet harbour')
  return page
}

test('Register waits for every field, then for the human check', async () => {
  const { user, button } = await renderRegister()
  expect(button).toHaveAccessibleDescription('Fill in: First name, Last name, Email, Phone number, Password')
  await user.click(button)
  await user.click(screen.getByLabelText('First name'))
  await user.tab()
  expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('First name is required.')
  await user.type(screen.getByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Last name'), 'Lund')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'quiet harbour')
  await user.type(screen.getByLabelText('Phone number'), '212')
  await user.tab()
  expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription(
    expect.stringContaining('Enter the number with its country code, like +1 212 555 0123.'),
  )
  expect(button).toHaveAccessibleDescription('Correct: Phone number')
  await user.clear(screen.getByLabelText('Phone number'))
  expect(button).toHaveAccessibleDescription('Fill in: Phone number')
  await user.type(screen.getByLabelText('Phone number'), '+12125550123')
  expect(button).toHaveAccessibleDescription('The human check is still running')
  await user.click(button)
  expect(sentTo(create)).toEqual([])
  await passHumanCheck('first')
  expect(button).not.toHaveAttribute('aria-disabled')
})

test('everything is sent once, however often the button is pressed, and leads to the code', async () => {
  answers({ [create]: pending })
  const { user, button, onCodeStep } = await renderFilledRegister()
  await passHumanCheck('first')
  await user.dblClick(button)
  await waitFor(() => expect(onCodeStep).toHaveBeenCalledOnce())
  expect(sentTo(create)).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Lund',
      email: 'ada@example.com',
      phoneNumber: '+12125550123',
      password: 'quiet harbour',
      reCaptchaCode: 'first',
    },
  ])
})

test('a field that the server refuses shows its message at that field, and everything typed stays', async () => {
  answers({ [create]: refusedFields({ phoneNumber: 'This number belongs to no country.' }) })
  const { user, button } = await renderFilledRegister()
  await passHumanCheck('first')
  await user.click(button)
  const phone = screen.getByLabelText('Phone number')
  await waitFor(() =>
    expect(phone).toHaveAccessibleDescription(expect.stringContaining('This number belongs to no country.')),
  )
  expect(screen.getByLabelText('Password')).toHaveValue('quiet harbour')
  expect(screen.getByLabelText('Email')).not.toBeInvalid()
})

test('a weak password is refused while it is typed', async () => {
  const { user, button } = await renderRegister()
  const password = screen.getByLabelText('Password')
  await user.type(password, 'iloveyo')
  expect(password).toHaveAccessibleDescription('A password has at least 8 characters.')
  await user.type(password, 'u1')
  await waitFor(() => expect(password).toHaveAccessibleDescription(/one of the commonest/))
  expect(password).toHaveFocus()
  await user.type(screen.getByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Last name'), 'Lund')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Phone number'), '+12125550123')
  expect(button).toHaveAccessibleDescription('Correct: Password')
  await user.type(password, ' of the harbour')
  expect(password).toHaveAccessibleDescription('')
  expect(sentTo(create)).toEqual([])
})

test('a common password that the page let through is refused at the password', async () => {
  answers({ [create]: refused('commonPassword') })
  const { user, button } = await renderFilledRegister()
  await passHumanCheck('first')
  await user.click(button)
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/one of the commonest/))
})

test('a used human check runs again by itself before the next attempt', async () => {
  answers({ [create]: refused('captchaWrong') })
  const { user, button, onCodeStep } = await renderFilledRegister()
  await passHumanCheck('first')
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('The human check expired')
  expect(button).toHaveAccessibleDescription('The human check is still running')
  answers({ [create]: pending })
  await passHumanCheck('second')
  await user.click(button)
  await waitFor(() => expect(onCodeStep).toHaveBeenCalledOnce())
  expect(sentTo(create)).toMatchObject([{ reCaptchaCode: 'first' }, { reCaptchaCode: 'second' }])
})
