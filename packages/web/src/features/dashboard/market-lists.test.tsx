// When the lists of the dashboard are asked for: at once, and again only when they may have changed.
import type { Mover } from '@clubfolio/contract'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMarketState } from '../../kernel/market-state.ts'
import { pushIsLive } from '../../kernel/push-state.ts'
import { queryClient } from '../../kernel/query-client.ts'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { DashboardFilter } from './list-filter.ts'
import { HighsPanel, LosersPanel, LowsPanel, WinnersPanel } from './market-lists.tsx'

const winners = 'GET /v1/api/stock/get-top-winners/{limit}/{timing}'
const state = 'GET /v1/api/market/find-state'
const mover: Mover = {
  code: 'ACME',
  name: 'Acme Works',
  dailyOpen: 10,
  dailyClose: 11,
  weekOpen: 10,
  weekClose: 11,
  monthOpen: 10,
  monthClose: 11,
  yearOpen: 10,
  yearClose: 11,
}

beforeEach(() => {
  signIn()
  answers({
    [state]: sampleMarket(),
    [winners]: [mover],
    'GET /v1/api/stock/get-top-losers/{limit}/{timing}': [],
    'GET /v1/api/stock/get-new-high/{limit}/{timing}': [],
    'GET /v1/api/stock/get-new-low/{limit}/{timing}': [],
  })
})
afterEach(() => {
  pushIsLive.set(false)
  vi.useRealTimers()
})

const lists = { filter: DashboardFilter.parse({}), onFilter: () => undefined }
/** Asks for the state, as the badge of the top bar does. */
function State() {
  useMarketState()
  return null
}
const renderLists = () =>
  render(
    <>
      <State />
      <WinnersPanel {...lists} />
      <LosersPanel {...lists} />
      <HighsPanel {...lists} />
      <LowsPanel {...lists} />
    </>,
  )

test('a list waits for no other answer: with the sign-in it is the second round trip', async () => {
  let answerState: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answerState = resolve))
  answers({ [state]: () => held.then(() => sampleMarket()) })
  await renderLists()
  expect(await screen.findByText('ACME')).toBeVisible()
  expect(sentTo(state)).toHaveLength(1)
  answerState()
  await vi.waitFor(() => expect(queryClient.getQueryData(['market', 'state'])).toBeDefined())
  expect(sentTo(winners)).toHaveLength(1)
})

/** Lets minutes pass for the timers of the queries, and returns the calls of the list. */
async function callsOfMinutes(count: number): Promise<number> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await renderLists()
  await screen.findByText('ACME')
  const before = sentTo(winners).length
  for (let minute = 0; minute < count; minute++) {
    const asked = sentTo(state).length
    vi.advanceTimersByTime(60_000)
    // The state is asked for every half minute; what was due with it has been sent by then.
    await vi.waitFor(() => expect(sentTo(state).length).toBeGreaterThan(asked))
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  }
  return sentTo(winners).length - before
}

test.each(['open', 'closed'])('while the market is %s, a list is asked for once a minute', async (market) => {
  answers({ [state]: sampleMarket({ isOpen: market === 'open' }) })
  expect(await callsOfMinutes(5)).toBe(5)
})

test.each([{ marketDay: '2026-03-05' }, { source: 'import' as const }, { isOpen: false }])(
  'a market that becomes another one is in the lists with the next state: %j',
  async (change) => {
    pushIsLive.set(true)
    answers({ [state]: sampleMarket({ isOpen: true }) })
    await renderLists()
    await screen.findByText('ACME')
    await vi.waitFor(() => expect(queryClient.getQueryData(['market', 'state'])).toBeDefined())
    const before = sentTo(winners).length
    answers({ [state]: sampleMarket({ isOpen: true, ...change }) })
    await queryClient.refetchQueries({ queryKey: ['market', 'state'] })
    await vi.waitFor(() => expect(sentTo(winners)).toHaveLength(before + 1))
  },
)
