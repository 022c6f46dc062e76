// Each form of the sign-in page says in its title, and in the browser's, what it is.
import type { CaptchaOffer, PendingSignIn } from '@clubfolio/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { AuthScreen } from './auth-screen.tsx'

const pending: PendingSignIn = {
  messageType: 'phone',
  email: 'ada@example.com',
  expiresInSeconds: 60,
  resendInSeconds: 30,
}
const offer: CaptchaOffer = { kind: 'RECAPTCHA', siteKey: 'site', scriptUrl: 'http://127.0.0.1/captcha.js' }

/** Resolves to both titles once the form is on the page. */
async function titlesOf(title: string): Promise<readonly (string | null)[]> {
  const heading = await screen.findByRole('heading', { name: title, level: 1 })
  return [heading.textContent, document.title]
}

test('Register, Forgot password and the code have titles of their own', async () => {
  window.grecaptcha = { ready: (then) => then(), render: () => 0 }
  answers({
    'GET /v1/api/security/find-captcha': offer,
    'GET /v1/api/security/find-oidc-provider': { provider: null },
    'POST /v1/api/security/login': pending,
  })
  const { user } = await render(<AuthScreen />, { at: '/auth', isPage: true })
  expect(await titlesOf('Please Sign In')).toEqual(['Please Sign In', 'Sign in · Clubfolio'])
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await titlesOf('Register')).toEqual(['Register', 'Register · Clubfolio'])
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  expect(await titlesOf('Forgot password')).toEqual(['Forgot password', 'Forgot password · Clubfolio'])
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'quiet harbour{Enter}')
  expect(await titlesOf('Confirmation code')).toEqual(['Confirmation code', 'Confirmation code · Clubfolio'])
})

test('the code of a registration is not called a sign-in, also after it was sent again', async () => {
  const google: { callBack?: (answer: string) => void } = {}
  window.grecaptcha = { ready: (then) => then(), render: (_place, { callback }) => ((google.callBack = callback), 0) }
  answers({
    'GET /v1/api/security/find-captcha': offer,
    'POST /v1/api/security/create-user': { ...pending, resendInSeconds: 0 },
    'POST /v1/api/security/send-verification-code': pending,
  })
  const { user } = await render(<AuthScreen />, { at: '/auth?form=register', isPage: true })
  await user.type(await screen.findByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Last name'), 'Lund')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Phone number'), '+1 212 555 0123')
  await user.type(screen.getByLabelText('Password'), 'quiet harbour')
  await waitFor(() => expect(google.callBack).toBeDefined())
  act(() => google.callBack?.('human'))
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Registering ada@example.com')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('A new code was sent to your phone')).toBeVisible()
  expect(screen.getByText('Registering ada@example.com')).toBeVisible()
  expect(screen.queryByText(/Signing in/)).not.toBeInTheDocument()
})
