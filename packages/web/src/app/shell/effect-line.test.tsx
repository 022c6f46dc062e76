// What a message about a lost request says once its user has sent the request again.
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadEffects } from '../../kernel/effect/pending-effects.ts'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn, userId } from '../../testing/sign-in.ts'
import { PendingEffects } from './pending-effects.tsx'

const closePeriod = 'POST /v1/api/fund/close-period'
const body = { accountId: '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de01', until: '2026-02-28' }
const entry = {
  userId,
  call: 'fund.closePeriod',
  what: 'Close the books up to 2026-02-28',
  sentAtMs: 0,
  wire: { body },
  ending: { state: 'not-done', reason: null },
}

test.each([
  [{}, 'Success', 'Done: Close the books up to 2026-02-28.'],
  [
    { waitingId: '019a9f3e-8c00-7000-8000-000000000010' },
    'Waiting for approval',
    'Sent: Close the books up to 2026-02-28.',
  ],
])('a change sent again whose answer has %j is reported as %s', async (more, title, message) => {
  const key = crypto.randomUUID()
  localStorage.setItem(`pendingEffect:${userId}:${key}`, JSON.stringify({ ...entry, key }))
  signIn()
  answers({ [closePeriod]: { message: 'The server has more to say.', ...more } })
  const runner = await loadEffects()
  act(() => runner.resume())
  const { user } = await render(<PendingEffects />)
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  expect(sentTo(closePeriod)).toEqual([body])
})
