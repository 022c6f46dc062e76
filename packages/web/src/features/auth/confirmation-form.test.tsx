import type { PendingSignIn } from '@clubfolio/contract'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import type { CodeStep } from './api.ts'
import { ConfirmationForm } from './confirmation-form.tsx'

const again = 'POST /v1/api/security/send-verification-code'
const pending: PendingSignIn = {
  messageType: 'phone',
  email: 'ada@example.com',
  expiresInSeconds: 60,
  resendInSeconds: 30,
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

async function renderStep() {
  const step: CodeStep = { ...pending, deadlineMs: Date.now() + 60_000, resendAtMs: Date.now() + 30_000 }
  const onCodeStep = vi.fn<(step: CodeStep) => void>()
  const nothing = () => undefined
  const { user } = await render(
    <ConfirmationForm step={step} onCodeStep={onCodeStep} onLogin={nothing} onSignedIn={nothing} />,
  )
  return { user, onCodeStep }
}

test('the link shows how long it waits, and sends when the wait is over', async () => {
  answers({ [again]: pending })
  const { user, onCodeStep } = await renderStep()
  const link = () => screen.getByRole('button', { name: /^Send again/ })
  expect(link()).toHaveTextContent(/^Send again in (30|29) s$/)
  expect(link()).toBeDisabled()
  await user.click(link())
  expect(sentTo(again)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(link()).toHaveTextContent(/^Send again in (10|9) s$/)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(link()).toHaveTextContent(/^Send again$/)
  await user.click(link())
  expect(sentTo(again)).toEqual([{ email: 'ada@example.com' }])
  await vi.waitFor(() => expect(onCodeStep).toHaveBeenCalledOnce())
  expect(onCodeStep.mock.calls[0]![0].resendAtMs).toBeGreaterThan(Date.now() + 29_000)
})

test('after five codes in an hour it says when the next one is possible', async () => {
  answers({ [again]: refused('codesExhausted', { wait: '12 minutes' }) })
  const { user } = await renderStep()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The next one is possible in 12 minutes.')
})

test('a wrong code marks the boxes until another one is typed', async () => {
  answers({ 'POST /v1/api/security/check-verification-code': refused('wrongCode') })
  const { user } = await renderStep()
  const first = () => screen.getByLabelText('Digit 1 of 6')
  expect(first()).not.toBeInvalid()
  await user.click(first())
  await user.keyboard('111111{Enter}')
  await vi.waitFor(() => expect(first()).toBeInvalid())
  expect(first()).toHaveFocus()
  await user.keyboard('2')
  expect(first()).not.toBeInvalid()
})
