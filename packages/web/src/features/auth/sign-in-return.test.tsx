import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { LoginForm } from './login-form.tsx'
import { SignInReturn } from './sign-in-return.tsx'

const find = 'GET /v1/api/security/find-oidc-provider'
const finish = 'POST /v1/api/security/finish-oidc'
const at = '/sign-in-return?state=some-state&code=some-code'

test('the sign-in page offers the provider by its name, and nothing without one', async () => {
  answers({ [find]: { provider: { name: 'Example' } } })
  await render(<LoginForm email="" onCodeStep={() => undefined} onSignedIn={() => undefined} />)
  expect(await screen.findByRole('button', { name: 'Sign in with Example' })).toBeVisible()
})

test('what the provider sends back is handed over once, and the second step follows', async () => {
  answers({
    [finish]: {
      outcome: 'STEP',
      pending: { messageType: 'phone', email: 'ada@example.com', expiresInSeconds: 60, resendInSeconds: 30 },
    },
  })
  await render(<SignInReturn />, { at })
  expect(await screen.findByText('Signing in as ada@example.com')).toBeVisible()
  expect(sentTo(finish)).toEqual([{ state: 'some-state', code: 'some-code' }])
})

test('a refusal says what to do, with the way back', async () => {
  answers({ [finish]: refused('oidcEmailUnverified', { name: 'Example' }) })
  await render(<SignInReturn />, { at })
  expect(await screen.findByRole('alert')).toHaveTextContent('Example has not verified your e-mail address.')
  expect(screen.getByRole('button', { name: 'Login' })).toBeVisible()
})
