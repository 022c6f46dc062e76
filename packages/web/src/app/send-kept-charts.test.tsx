// Chart changes that were kept without a connection: sent when the line is back or at the next start, merged with what
// was saved meanwhile, and asked about before a sign-out deletes them.
import { defaultWorkspace, type Drawing } from '@clubfolio/charts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chartDrafts, registerOpenChart } from '../kernel/chart-drafts.ts'
import { session } from '../kernel/session.ts'
import { answers, noResponse, refused, sentTo } from '../testing/answers.ts'
import { render } from '../testing/render.tsx'
import { signIn } from '../testing/sign-in.ts'
import { sendKeptCharts } from './send-kept-charts.ts'
import { askAndSignOut } from './shell/ask-and-sign-out.ts'

const drawing = (id: string): Drawing => ({ id, tool: 'segment', points: [{ timeMs: 1, price: 1 }] })
const chart = (...ids: string[]) => JSON.stringify({ ...defaultWorkspace, drawings: ids.map(drawing) })
const name = { symbol: 'SPY', timing: '_D' } as const
const userId = () => session.user()?.id ?? ''
const keep = (symbol = 'SPY') =>
  chartDrafts.keep({
    userId: userId(),
    symbol,
    timing: '_D',
    config: chart('a', 'mine'),
    base: { config: chart('a'), revision: 'r1' },
  })
const kept = () => chartDrafts.list(userId()).map(({ symbol }) => symbol)

function setLine(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  if (isOnline) act(() => void dispatchEvent(new Event('online')))
}

let stop: () => void
beforeAll(() => {
  stop = sendKeptCharts()
})
afterAll(() => stop())

beforeEach(() => {
  signIn()
  setLine(false)
})
afterEach(() => vi.restoreAllMocks())

test('what was kept is sent when the line is back, from the revision it began with', async () => {
  answers({ 'POST /v1/api/stock/save-workspace': { message: 'The chart is saved.', revision: 'r2' } })
  keep()
  setLine(true)
  await waitFor(() => expect(kept()).toEqual([]))
  expect(sentTo('POST /v1/api/stock/save-workspace')).toEqual([{ ...name, config: chart('a', 'mine'), base: 'r1' }])
})

test('what another device saved meanwhile is merged, not overwritten', async () => {
  answers({
    'POST /v1/api/stock/save-workspace': ({ body }) =>
      body.base === 'r2' ? { message: 'The chart is saved.', revision: 'r3' } : refused('workspaceChanged'),
    'POST /v1/api/stock/get-workspace': { config: chart('a', 'theirs'), revision: 'r2' },
  })
  keep()
  setLine(true)
  await waitFor(() => expect(kept()).toEqual([]))
  expect(sentTo('POST /v1/api/stock/save-workspace').at(-1)?.config).toBe(chart('a', 'theirs', 'mine'))
})

test('what could not be sent stays kept, and an open chart sends its own changes itself', async () => {
  answers({ 'POST /v1/api/stock/save-workspace': noResponse })
  keep('QQQ')
  const close = registerOpenChart({ userId: userId(), symbol: 'SPY', timing: '_D', save: () => Promise.resolve() })
  keep('SPY')
  setLine(true)
  await waitFor(() => expect(sentTo('POST /v1/api/stock/save-workspace')).toHaveLength(1))
  expect(sentTo('POST /v1/api/stock/save-workspace')[0]?.symbol).toBe('QQQ')
  expect(kept()).toEqual(['QQQ', 'SPY'])
  close()
})

test('a session that expires keeps them for the same user, a sign-out deletes them', () => {
  keep()
  act(() => session.end('expired'))
  signIn()
  expect(kept()).toEqual(['SPY'])
  act(() => session.end('logout'))
  signIn()
  expect(kept()).toEqual([])
})

test('a sign-out first saves the open chart, and asks before it deletes what could not be sent', async () => {
  answers({ 'POST /v1/api/security/logout': { message: 'Signed out.' } })
  await render(<p>Page</p>)
  const save = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const close = registerOpenChart({ userId: userId(), ...name, save })
  keep()
  const first = askAndSignOut()
  expect(await screen.findByText(/Changes of the chart SPY were not sent yet/)).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
  act(() => screen.getByRole('button', { name: 'Stay signed in' }).click())
  await first
  expect(session.user()).toBeDefined()
  chartDrafts.forget(userId())
  setLine(true)
  await askAndSignOut()
  expect(session.user()).toBeUndefined()
  // The call goes on after the session has ended here.
  await waitFor(() => expect(sentTo('POST /v1/api/security/logout')).toHaveLength(1))
  close()
})
