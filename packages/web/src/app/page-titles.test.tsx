// Every page names itself in the tab of the browser: each screen of the table, and the pages outside of it.
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { AuthScreen } from '../features/auth/auth-screen.tsx'
import { PageNotFoundScreen } from '../features/page-not-found/page-not-found-screen.tsx'
import { RegisterScreen } from '../features/register/register-screen.tsx'
import { answers } from '../testing/answers.ts'
import { render } from '../testing/render.tsx'
import { signIn } from '../testing/sign-in.ts'
import { screens } from './screens.ts'

const inTab = (title: string): string => `${title} · Clubfolio`

/** A title does not wait for data. */
const answerNothing = () => {
  globalThis.fetch = () => new Promise<Response>(() => undefined)
}

beforeEach(() => {
  document.title = 'Clubfolio'
})

describe('a screen', () => {
  test.each(screens.map((one) => [one.name, one] as const))('%s', async (_name, { load, title }) => {
    signIn()
    answerNothing()
    const Screen = await load!()
    await render(createElement(Screen))
    await waitFor(() => expect(document.title).toBe(inTab(title)))
  })
})

describe('a page outside of the shell', () => {
  test('the sign-in and a forgotten password', async () => {
    answers({ 'GET /v1/api/security/find-oidc-provider': { provider: null } })
    const { user } = await render(<AuthScreen />)
    await waitFor(() => expect(document.title).toBe(inTab('Sign in')))
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
    await waitFor(() => expect(document.title).toBe(inTab('Forgot password')))
  })

  test('the registration form', async () => {
    answerNothing()
    await render(<AuthScreen />, { at: '/auth?form=register' })
    await waitFor(() => expect(document.title).toBe(inTab('Register')))
  })

  test('the code', async () => {
    const pending = {
      messageType: 'phone',
      email: 'mara@example.com',
      expiresInSeconds: 60,
      resendInSeconds: 30,
    } as const
    answers({
      'GET /v1/api/security/find-oidc-provider': { provider: null },
      'POST /v1/api/security/login': pending,
    })
    const { user } = await render(<AuthScreen />)
    await user.type(screen.getByLabelText('Email'), 'mara@example.com')
    await user.type(screen.getByLabelText('Password'), 'paper-quiet-2026')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(document.title).toBe(inTab('Confirmation code')))
  })

  test.each([
    ['reset', 'New password'],
    ['invite', 'Your invitation'],
    ['email', 'New e-mail address'],
  ])('a mailed link to %s', async (purpose, title) => {
    answerNothing()
    await render(<AuthScreen />, { at: `/auth#${purpose}=${'a'.repeat(43)}` })
    await waitFor(() => expect(document.title).toBe(inTab(title)))
  })

  test('registration works', async () => {
    await render(<RegisterScreen />)
    await waitFor(() => expect(document.title).toBe(inTab('Register')))
  })

  test('an unknown address', async () => {
    await render(<PageNotFoundScreen />)
    await waitFor(() => expect(document.title).toBe(inTab('Page not found')))
  })
})
