import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { StoppedBarPart } from './stopped-bar-part.tsx'
import { StoppedNotice } from './stopped-notice.tsx'

const cancelAll = 'POST /v1/api/order/cancel-all-orders'
const limitState = 'GET /v1/api/order/find-limit-state/{accountNumber}'
const stopped = {
  loss: cents(1_050),
  limit: cents(1_000),
  reachedAt: Date.parse('2026-03-04T17:00:00Z'),
  until: Date.parse('2026-03-05T14:30:00Z'),
  workingEntries: ['71', '72'],
}

async function open(workingEntries: string[]) {
  signIn()
  answers({ [cancelAll]: { message: '2 orders are cancelled.', cancelled: 2, failed: 0, orders: [] } })
  return render(<StoppedNotice accountNumber="8841-2207" stopped={{ ...stopped, workingEntries }} />)
}

test('says how much was lost, and until when no entries go out', async () => {
  await open([])
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^The daily loss is reached: \$1,050\.00 of \$1,000\.00\. No new entries until the next session, .*2026/,
  )
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('cancels exactly the entries that still work, once confirmed', async () => {
  const { user } = await open(['71', '72'])
  await user.click(screen.getByRole('button', { name: 'Cancel 2 working entries' }))
  await user.click(await screen.findByRole('button', { name: 'Keep them' }))
  expect(sentTo(cancelAll)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel 2 working entries' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel the entries' }))
  await waitFor(() => expect(sentTo(cancelAll)).toEqual([{ accountNumber: '8841-2207', orderIds: ['71', '72'] }]))
})

async function openBar(state: { stopped: typeof stopped | null; reached: 'dailyLoss'[] }) {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ number: '8841-2207' })],
    [limitState]: { uses: [], ...state },
  })
  await render(<StoppedBarPart />)
}

test('is below the top bar while the account in view is stopped', async () => {
  await openBar({ stopped, reached: ['dailyLoss'] })
  expect(await screen.findByRole('region', { name: 'Daily loss reached' })).toBeVisible()
})

test('is nowhere on any other day', async () => {
  await openBar({ stopped: null, reached: [] })
  await waitFor(() => expect(sentTo(limitState)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Daily loss reached' })).not.toBeInTheDocument()
})
