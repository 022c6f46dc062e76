// The sign-in over a waiting page says of each step what it is.
import type { PendingSignIn } from '@clubfolio/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { SignInAgain } from './sign-in-again.tsx'

const pending: PendingSignIn = {
  messageType: 'phone',
  email: 'mara@example.com',
  expiresInSeconds: 60,
  resendInSeconds: 30,
}

test('the dialog is titled Please Sign In, and then Confirmation code', async () => {
  signIn()
  answers({ 'POST /v1/api/security/login': pending })
  const { user } = await render(<SignInAgain />)
  await user.type(await screen.findByLabelText('Password'), 'quiet harbour')
  expect(screen.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Confirmation code' })).toBeVisible()
})

test('a passkey of the same person is offered, and no way that leaves the page', async () => {
  signIn()
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  answers({ 'GET /v1/api/security/find-oidc-provider': { provider: { name: 'Example' } } })
  await render(<SignInAgain />)
  expect(await screen.findByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign in with Example' })).toBeNull()
})
