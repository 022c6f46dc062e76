import type { PendingSignIn } from '@clubfolio/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { SecondStep } from './second-step.tsx'

const byMethod = 'POST /v1/api/security/check-method-code'
const again = 'POST /v1/api/security/send-verification-code'
const sms: PendingSignIn = { messageType: 'phone', email: 'ada@example.com', expiresInSeconds: 60, resendInSeconds: 30 }
const withApp: PendingSignIn = {
  ...sms,
  expiresInSeconds: 300,
  resendInSeconds: 0,
  methods: ['AUTHENTICATOR', 'SMS', 'RECOVERY_CODE'],
}

async function renderStep(pending: PendingSignIn) {
  const onLogin = vi.fn<() => void>()
  const step = { ...pending, deadlineMs: Date.now() + 60_000, resendAtMs: Date.now() + 30_000 }
  const nothing = () => undefined
  const { user } = await render(<SecondStep step={step} onCodeStep={nothing} onLogin={onLogin} onSignedIn={nothing} />)
  return { user, onLogin }
}

test('a user with text messages only sees the code form and no other method', async () => {
  await renderStep(sms)
  expect(screen.getByText('Code received')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Use / })).not.toBeInTheDocument()
})

test('the app comes first, a wrong code may be tried again, and a dead sign-in starts over', async () => {
  answers({ [byMethod]: ({ body }) => refused(body.code === '111111' ? 'wrongCode' : 'codeDead') })
  const { user, onLogin } = await renderStep(withApp)
  await user.click(screen.getByLabelText('Digit 1 of 6'))
  await user.keyboard('111111{Enter}')
  await vi.waitFor(() => expect(screen.getByLabelText('Digit 1 of 6')).toBeInvalid())
  expect(onLogin).not.toHaveBeenCalled()
  await user.keyboard('222222{Enter}')
  await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
  expect(sentTo(byMethod)).toEqual([
    { email: 'ada@example.com', method: 'AUTHENTICATOR', code: '111111' },
    { email: 'ada@example.com', method: 'AUTHENTICATOR', code: '222222' },
  ])
})

test('a text message is sent when it is chosen, and the app can be chosen again', async () => {
  answers({ [again]: sms })
  const { user } = await renderStep(withApp)
  expect(sentTo(again)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send a text message' }))
  expect(await screen.findByText('Code received')).toBeVisible()
  expect(sentTo(again)).toEqual([{ email: 'ada@example.com' }])
  await user.click(screen.getByRole('button', { name: 'Use your authenticator app' }))
  expect(screen.getByText('Code from the app')).toBeVisible()
})

test('a recovery code is sent as it was typed, once it is whole', async () => {
  answers({ [byMethod]: refused('wrongCode') })
  const { user } = await renderStep(withApp)
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), '7k3m q9xt 0vbd')
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true')
  await user.type(screen.getByLabelText('Recovery code'), ' h52w{Enter}')
  expect(await screen.findByText('This code is wrong or was used before.')).toBeVisible()
  expect(sentTo(byMethod)).toEqual([{ email: 'ada@example.com', method: 'RECOVERY_CODE', code: '7k3m q9xt 0vbd h52w' }])
})
