// Each form of the sign-in page says in its title, and in the browser's, what it is.
import type { CaptchaOffer, PendingSignIn } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
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

async function expectTitle(title: string, browserTitle = title) {
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible()
  await waitFor(() => expect(document.title).toBe(`${browserTitle} · Clubfolio`))
}

test('Register, Forgot password and the code have titles of their own', async () => {
  window.grecaptcha = { ready: (then) => then(), render: () => 0 }
  answers({ 'GET /v1/api/security/find-captcha': offer, 'POST /v1/api/security/login': pending })
  const { user } = await render(<AuthScreen />, { at: '/auth', isPage: true })
  await expectTitle('Please Sign In', 'Sign in')
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await expectTitle('Register')
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  await expectTitle('Forgot password')
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'quiet harbour{Enter}')
  await expectTitle('Confirmation code')
})
