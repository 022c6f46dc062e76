import type { Watchlist, WatchedInstrument } from '@clubfolio/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { WatchlistScreen } from './watchlist-screen.tsx'

const watched = (code: string, fields: Partial<WatchedInstrument> = {}): WatchedInstrument => ({
  code,
  name: `${code} Company`,
  assetType: 'EQUITY',
  lastClose: 10,
  previousClose: 10,
  formingPriorClose: 10,
  closes: [9, 10],
  note: '',
  ...fields,
})

const list: Watchlist = {
  id: '3f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab01',
  name: 'Metals',
  items: [watched('IRON'), watched('COAL', { note: 'Wait for the gap' }), watched('ZINC')],
}

const quotes = [
  { code: 'IRON', last: 11, atMs: 1, bid: 10.99, ask: 11.02, volume: 1_250_000 },
  { code: 'COAL', last: 12, atMs: 1, bid: 11.97, ask: 12.01, volume: 300 },
  { code: 'ZINC', last: 9, atMs: 1 },
]

/** Answers each subscription with all quotes. */
class QuoteSocket extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send(): void {
    act(
      () => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'quotes', quotes }) })),
    )
  }
  close(): void {
    this.dispatchEvent(new Event('close'))
  }
}

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    'GET /v1/api/watchlist/find-all': [list],
    'POST /v1/api/quote/create-ticket': { ticket: 'one', expiresAt: 1 },
  })
  vi.stubGlobal('WebSocket', QuoteSocket)
})
afterEach(() => void vi.unstubAllGlobals())

const rowOf = (code: string) => screen.getByRole('row', { name: new RegExp(`${code} Company`) })
const codesShown = () =>
  screen.getAllByRole('button', { name: /^Graph of/ }).map((button) => button.textContent?.slice(0, 4))

test('a row shows bid, ask and volume, and dashes where the market has none', async () => {
  await render(<WatchlistScreen />)
  await screen.findByText('$11.02')
  expect(within(rowOf('IRON')).getByText('$10.99')).toBeVisible()
  expect(within(rowOf('IRON')).getByText('1.25M')).toBeVisible()
  expect(within(rowOf('IRON')).getByText('+10.00%')).toBeVisible()
  expect(within(rowOf('ZINC')).getAllByText('--')).toHaveLength(3)
})

test('a header sorts by live figures, and Own order returns to the order of the list', async () => {
  const { user, address } = await render(<WatchlistScreen />, { at: '/watchlist' })
  await screen.findByText('$11.02')
  await user.click(screen.getByRole('button', { name: 'Last' }))
  expect(codesShown()).toEqual(['ZINC', 'IRON', 'COAL'])
  await user.click(screen.getByRole('button', { name: 'Last' }))
  expect(codesShown()).toEqual(['COAL', 'IRON', 'ZINC'])
  expect(address()).toContain('sort=last')
  expect(screen.queryByRole('button', { name: /^Move/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Own order' }))
  expect(codesShown()).toEqual(['IRON', 'COAL', 'ZINC'])
  expect(screen.getByRole('button', { name: 'Move COAL up' })).toBeEnabled()
})

test('Trade opens the order ticket for the instrument', async () => {
  const { user } = await render(<WatchlistScreen />)
  await user.click(await screen.findByRole('button', { name: 'Trade COAL' }))
  expect(orderTicket.get()).toEqual({ code: 'COAL' })
})

test('a user who may not see accounts has no Trade button', async () => {
  signIn(['VW'])
  await render(<WatchlistScreen />)
  await screen.findByText('$11.02')
  expect(screen.queryByRole('button', { name: 'Trade COAL' })).not.toBeInTheDocument()
})

test('a removed instrument comes back to its place with its note by Undo', async () => {
  answers({
    'POST /v1/api/watchlist/remove-instrument': { message: 'Removed' },
    'POST /v1/api/watchlist/add-instrument': { message: 'Added' },
    'POST /v1/api/watchlist/save-note': { message: 'Saved' },
    'POST /v1/api/watchlist/reorder': { message: 'Saved' },
  })
  const { user } = await render(<WatchlistScreen />)
  await user.click(await screen.findByRole('button', { name: 'Remove COAL' }))
  const toast = await screen.findByRole('status')
  expect(toast).toHaveTextContent('COAL was removed from Metals.')
  await user.click(within(toast).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('COAL is on Metals again.')).toBeVisible()
  const { id } = list
  expect(sentTo('POST /v1/api/watchlist/add-instrument')).toEqual([{ id, code: 'COAL' }])
  expect(sentTo('POST /v1/api/watchlist/save-note')).toEqual([{ id, code: 'COAL', note: 'Wait for the gap' }])
  await waitFor(() =>
    expect(sentTo('POST /v1/api/watchlist/reorder')).toEqual([{ id, codes: ['IRON', 'COAL', 'ZINC'] }]),
  )
})
