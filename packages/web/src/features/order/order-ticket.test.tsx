import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { noResponse, sentTo } from '../../testing/answers.ts'
import { missingField, renderTicket, reviewButton, ticketField } from '../../testing/render-ticket.tsx'
import { cents, sampleAccount, samplePreview } from '../../testing/samples.ts'

const previewOrder = 'POST /v1/api/order/preview-order'
const spy = { code: 'SPY', quantity: '10' }
const quotedMs = Date.parse('2026-03-04T15:00:00Z')
const quote = () => screen.getByLabelText('Quote')

/** Returns the sockets that are opened from now on. */
function catchSockets(): readonly EventTarget[] {
  const sockets: EventTarget[] = []
  class CaughtSocket extends EventTarget {
    constructor() {
      super()
      sockets.push(this)
    }
    send() {}
    close() {}
  }
  vi.stubGlobal('WebSocket', CaughtSocket)
  return sockets
}
afterEach(() => void vi.unstubAllGlobals())

const lastPreviewed = () => sentTo(previewOrder).at(-1)

describe('the fields of each order type', () => {
  test('a stop has a price, a duration and, with a stop loss, a cancel price', async () => {
    const { user } = await renderTicket({ ...spy, orderType: 'STOP' })
    expect(ticketField('Price')).toBeEnabled()
    expect(ticketField('Duration')).toBeEnabled()
    expect(missingField('Limit Price')).not.toBeInTheDocument()
    expect(ticketField('Stop Loss')).toHaveValue('')
    expect(missingField('Cancel Price')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(ticketField('Stop Qty')).toBeInTheDocument()
    expect(ticketField('Cancel Price')).toBeInTheDocument()
  })

  test('a limit has a price, and no cancel price for its stop loss', async () => {
    const { choose } = await renderTicket({ ...spy, orderType: 'STOP', stopPrice: '395' })
    await choose('Type', 'Limit')
    expect(ticketField('Price')).toBeEnabled()
    expect(ticketField('Stop Loss')).toHaveValue('395')
    expect(missingField('Cancel Price')).not.toBeInTheDocument()
  })

  test('a market order has no price and is a day order', async () => {
    const { choose } = await renderTicket({ ...spy, price: '410' })
    await choose('Type', 'Market')
    expect(ticketField('Price')).toBeDisabled()
    expect(ticketField('Price')).toHaveValue('')
    expect(ticketField('Duration')).toBeDisabled()
    expect(ticketField('Duration')).toHaveValue('Day')
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ orderType: 'MARKET', price: null }))
  })

  test('a stop limit has a stop price and a limit price', async () => {
    const { user, choose } = await renderTicket(spy)
    await choose('Type', 'Stop limit')
    await user.type(ticketField('Stop Price'), '410')
    expect(reviewButton()).toBeDisabled()
    await user.type(ticketField('Limit Price'), '412.5')
    expect(reviewButton()).toBeEnabled()
    await waitFor(() =>
      expect(lastPreviewed()).toMatchObject({ orderType: 'STOP_LIMIT', price: '410', limitPrice: '412.5' }),
    )
  })

  test('a price that was typed survives a look at another type', async () => {
    const { choose } = await renderTicket({ ...spy, price: '410' })
    await choose('Type', 'Market')
    await choose('Type', 'Limit')
    expect(ticketField('Price')).toHaveValue('410')
  })

  test('selling a holding has no stop loss, selling short has one', async () => {
    const { user } = await renderTicket({ ...spy, stopPrice: '395' })
    await user.click(screen.getByRole('radio', { name: 'Sell' }))
    expect(missingField('Stop Loss')).not.toBeInTheDocument()
    expect(missingField('Target')).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Sell short' }))
    expect(ticketField('Stop Loss')).toBeInTheDocument()
  })
})

describe('sizing', () => {
  test('quantities are whole shares', async () => {
    const { user } = await renderTicket({ code: 'SPY', price: '410' })
    await user.type(ticketField('Qty'), '1.5')
    await user.tab()
    expect(ticketField('Qty')).toHaveAccessibleDescription('Enter whole shares.')
    expect(reviewButton()).toBeDisabled()
    await user.clear(ticketField('Qty'))
    await user.type(ticketField('Qty'), '0')
    expect(ticketField('Qty')).toBeInvalid()
    await user.clear(ticketField('Qty'))
    await user.type(ticketField('Qty'), '12')
    expect(reviewButton()).toBeEnabled()
  })

  test('the stop is for the quantity of the entry unless it says another one', async () => {
    const { user } = await renderTicket({ ...spy, price: '410', stopPrice: '395' })
    await waitFor(() =>
      expect(lastPreviewed()).toMatchObject({ quantity: '10', childQuantity: '10', childPrice: '395' }),
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.type(ticketField('Stop Qty'), '4')
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ quantity: '10', childQuantity: '4' }))
  })

  test('a stop for more than the entry buys is said at its quantity', async () => {
    const { user } = await renderTicket({ ...spy, price: '410', stopPrice: '395' })
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.type(ticketField('Stop Qty'), '11')
    await user.tab()
    expect(ticketField('Stop Qty')).toBeInvalid()
    expect(reviewButton()).toBeDisabled()
  })

  test('a stop on the wrong side of the entry is said at the stop', async () => {
    const { user } = await renderTicket({ ...spy, price: '410', stopPrice: '395' })
    await user.clear(ticketField('Stop Loss'))
    await user.type(ticketField('Stop Loss'), '411')
    await user.tab()
    expect(ticketField('Stop Loss')).toBeInvalid()
    expect(reviewButton()).toBeDisabled()
  })

  test('a price that is not a number is not sent', async () => {
    const { user } = await renderTicket(spy)
    await user.type(ticketField('Price'), '4,10')
    expect(screen.getByRole('alert')).toHaveTextContent('"4,10" is not a plain number.')
    expect(reviewButton()).toBeDisabled()
  })
})

describe('the code', () => {
  test('is in capitals and trimmed', async () => {
    const { user } = await renderTicket()
    await user.type(ticketField('Code'), ' spy ')
    await user.tab()
    expect(ticketField('Code')).toHaveValue('SPY')
  })

  test('is found by three letters of the company', async () => {
    const { user } = await renderTicket(
      {},
      {
        'GET /v1/api/stock/searchByKeyword/{keyword}': [
          { id: '1', code: 'AAPL', name: 'Apple Inc.', assetType: 'EQUITY' },
        ],
      },
    )
    await user.type(ticketField('Code'), 'app')
    await user.click(await screen.findByText('Apple Inc.'))
    expect(ticketField('Code')).toHaveValue('AAPL')
  })

  test('is taken from the first match by Enter, like in the company search', async () => {
    const { user } = await renderTicket(
      {},
      {
        'GET /v1/api/stock/searchByKeyword/{keyword}': [
          { id: '1', code: 'AAPL', name: 'Apple Inc.', assetType: 'EQUITY' },
          { id: '2', code: 'APPN', name: 'Appian Corporation', assetType: 'EQUITY' },
        ],
      },
    )
    await user.type(ticketField('Code'), 'app')
    await screen.findByText('Apple Inc.')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(ticketField('Code')).toHaveValue('AAPL'))
  })

  test('that no company has says so, unless the brokerage quotes it', async () => {
    const { user } = await renderTicket(
      {},
      {
        'POST /v1/api/quote/find': ({ body }) =>
          body.codes.includes('NEWCO') ? [{ code: 'NEWCO', last: 5, atMs: quotedMs }] : [],
      },
    )
    await user.type(ticketField('Code'), 'nosuch')
    expect(await screen.findByText('No company found for NOSUCH')).toBeInTheDocument()
    await user.tab()
    expect(await screen.findByText('The brokerage has no quote for NOSUCH.')).toBeInTheDocument()
    await user.clear(ticketField('Code'))
    await user.type(ticketField('Code'), 'newco')
    await waitFor(() => expect(quote()).toHaveTextContent('Last$5.00'))
    expect(screen.queryByText(/^No company found/)).not.toBeInTheDocument()
  })

  test('lacks a quote only once it is entered, not while the name of a company is typed', async () => {
    const { user } = await renderTicket(
      {},
      {
        'GET /v1/api/stock/searchByKeyword/{keyword}': ({ params }) =>
          params.keyword === 'APP' ? [{ id: '1', code: 'AAPL', name: 'Apple Inc.', assetType: 'EQUITY' }] : [],
      },
    )
    const missing = () => screen.queryByText(/^The brokerage has no quote for/)?.textContent
    await user.type(ticketField('Code'), 'app')
    await screen.findByText('Apple Inc.')
    await waitFor(() => expect(sentTo('POST /v1/api/quote/find').at(-1)).toMatchObject({ codes: ['APP'] }))
    expect(await screen.findByText('Bid and ask appear with the code.')).toBeInTheDocument()
    expect(missing()).toBeUndefined()
    await user.keyboard('{Enter}')
    expect(ticketField('Code')).toHaveValue('AAPL')
    await waitFor(() => expect(missing()).toBe('The brokerage has no quote for AAPL.'))
    await user.type(ticketField('Code'), 'X')
    await waitFor(() => expect(sentTo('POST /v1/api/quote/find').at(-1)).toMatchObject({ codes: ['AAPLX'] }))
    expect(missing()).toBeUndefined()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(missing()).toBe('The brokerage has no quote for AAPLX.'))
  })

  test('another code is previewed with the prices that were typed', async () => {
    const { user } = await renderTicket({ ...spy, price: '410' })
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ ticket: 'SPY' }))
    await user.clear(ticketField('Code'))
    await user.type(ticketField('Code'), 'QQQ')
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ ticket: 'QQQ', price: '410' }))
  })
})

describe('the quote', () => {
  test('shows bid, last and ask of the account in the ticket', async () => {
    await renderTicket(spy, {
      'POST /v1/api/quote/find': [{ code: 'SPY', last: 412.03, bid: 412.02, ask: 412.05, atMs: quotedMs }],
    })
    await waitFor(() => expect(quote()).toHaveTextContent('Bid$412.02Last$412.03Ask$412.05'))
    expect(sentTo('POST /v1/api/quote/find')).toEqual([{ codes: ['SPY'], accountNumber: '8841-2207' }])
  })

  test('of a contract is found by its code, which reads in words', async () => {
    const code = 'SPY   260320C00470000'
    const { user } = await renderTicket(
      {},
      { 'POST /v1/api/quote/find': [{ code, last: 4.1, ask: 4.2, atMs: quotedMs }] },
    )
    await user.type(ticketField('Code'), code)
    await waitFor(() => expect(quote()).toHaveTextContent('Bid--Last$4.10Ask$4.20'))
    expect(screen.getByText('SPY 470 call 2026-03-20')).toBeInTheDocument()
  })

  test('follows the socket while that has the prices of the account', async () => {
    const sockets = catchSockets()
    await renderTicket(spy, {
      'POST /v1/api/quote/find': [{ code: 'SPY', last: 412, bid: 411.9, ask: 412.1, atMs: quotedMs, isLive: true }],
      'POST /v1/api/quote/create-ticket': { ticket: 'one', expiresAt: quotedMs + 30_000 },
    })
    await waitFor(() => expect(sockets).toHaveLength(1))
    act(() => void sockets[0]!.dispatchEvent(new Event('open')))
    act(
      () =>
        void sockets[0]!.dispatchEvent(
          new MessageEvent('message', {
            data: JSON.stringify({
              type: 'quotes',
              quotes: [{ code: 'SPY', last: 413, bid: 412.9, ask: 413.2, atMs: quotedMs + 1 }],
            }),
          }),
        ),
    )
    expect(quote()).toHaveTextContent('Bid$412.90Last$413.00Ask$413.20')
  })

  test('gives a trailing stop its present place before anything else is entered', async () => {
    const { user } = await renderTicket(
      { code: 'SPY', directionality: 'SELL', orderType: 'TRAILING_STOP' },
      { 'POST /v1/api/quote/find': [{ code: 'SPY', last: 50, atMs: quotedMs }] },
    )
    await user.type(ticketField('Trail'), '2')
    expect(await screen.findByText('Trails the last price by $2.00: the stop is $48.00 now.')).toBeInTheDocument()
  })
})

describe('what the order does', () => {
  test('is shown next to the fields', async () => {
    await renderTicket({ ...spy, price: '410' })
    expect(await screen.findByText('Buy 10 SPY at stop $410.00')).toBeInTheDocument()
    expect(screen.getByText(/\$60,000\.00 → \$55,900\.00/)).toBeInTheDocument()
    expect(screen.getByText('$4,100.00 · 3.93% of the account value')).toBeInTheDocument()
  })

  test('says what the limits of the account hold after it, and marks one that it breaks', async () => {
    await renderTicket(
      { ...spy, price: '410' },
      {
        [previewOrder]: samplePreview({
          limits: [
            { measure: 'openHeat', used: '620', after: '820', limit: '1000', code: null },
            { measure: 'largestPositionPercent', used: '8.5', after: '21', limit: '20', code: 'SPY' },
            { measure: 'openPositions', used: '3', after: '3', limit: '8', code: null },
          ],
        }),
      },
    )
    const heat = await screen.findByText('$620.00 → $820.00 of $1,000.00')
    expect(heat).not.toHaveAttribute('data-loss')
    expect(screen.getByText('8.50% → 21.00% of 20.00%')).toHaveAttribute('data-loss')
    expect(screen.getByText('3 of 8')).toBeInTheDocument()
  })

  test('of an account that reached its daily loss is preceded by that', async () => {
    const stopped = {
      loss: cents(1_050),
      limit: cents(1_000),
      reachedAt: quotedMs,
      until: Date.parse('2026-03-05T14:30:00Z'),
      workingEntries: [],
    }
    await renderTicket(spy, {
      'GET /v1/api/order/find-limit-state/{accountNumber}': { uses: [], stopped, reached: ['dailyLoss'] },
    })
    expect(await screen.findByText(/^The daily loss is reached: this account takes no new entries until/)).toBeVisible()
  })

  test('that can only go wrong keeps Review disabled and says why', async () => {
    await renderTicket(
      { ...spy, price: '410' },
      { [previewOrder]: samplePreview({ faults: ['The stop is above the market already.'] }) },
    )
    await waitFor(() => expect(reviewButton()).toBeDisabled())
    expect(screen.getAllByText('The stop is above the market already.').length).toBeGreaterThan(0)
  })

  test('that cannot be previewed says why', async () => {
    await renderTicket({ ...spy, price: '410' }, { [previewOrder]: noResponse })
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
  })
})

test('a ticket that nobody types in waits for nothing', async () => {
  const startTimer = window.setTimeout
  const waiting: (() => void)[] = []
  // The waits for the end of typing end when the test says so.
  const timers = vi.spyOn(window, 'setTimeout').mockImplementation((work, delay, ...more) => {
    if (delay !== 350 || typeof work !== 'function') return startTimer(work, delay, ...more)
    waiting.push(() => work())
    return startTimer(() => undefined, 0)
  })
  try {
    const { user } = await renderTicket({ ...spy, price: '410' })
    await user.type(ticketField('Qty'), '5')
    const endWaits = () => act(() => waiting.splice(0).forEach((end) => end()))
    endWaits()
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ quantity: '105' }))
    endWaits()
    endWaits()
    expect(waiting).toEqual([])
  } finally {
    timers.mockRestore()
  }
})

describe('the account', () => {
  test('is the one in view', async () => {
    await renderTicket(spy)
    await waitFor(() => expect(ticketField('Account')).toHaveValue('8841-2207 · Paper · Margin'))
  })

  test('that is disabled is not offered, and no other one takes its place', async () => {
    const accounts = [
      sampleAccount({ isActive: false }),
      sampleAccount({ id: '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02', number: '9001', type: 'CASH', isDefault: false }),
    ]
    const { choose } = await renderTicket(
      { ...spy, price: '410' },
      { 'GET /v1/api/account/view-my-account/{userId}': accounts },
    )
    expect(ticketField('Account')).toHaveValue('')
    expect(reviewButton()).toBeDisabled()
    await choose('Account', '9001 · Paper · Cash')
    expect(reviewButton()).toBeEnabled()
  })

  test('says at a glance that its money is paper, and which brokerage gets the order', async () => {
    await renderTicket(spy)
    expect(screen.getByText('Paper').parentElement).toHaveTextContent('Paper Paper brokerage')
  })

  test('says at a glance that its money is real, and which brokerage gets the order', async () => {
    const real = sampleAccount({ isPaper: false, brokerName: 'Charles Schwab' })
    await renderTicket(spy, { 'GET /v1/api/account/view-my-account/{userId}': [real] })
    expect(screen.getByText('Real money').parentElement).toHaveTextContent('Real money Charles Schwab')
    expect(screen.queryByText('Paper')).not.toBeInTheDocument()
  })

  test('that takes no orders says why, and not even a preview is asked for', async () => {
    const before = sentTo('POST /v1/api/order/preview-order').length
    await renderTicket(
      { ...spy, price: '410' },
      { 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ isReadOnly: true })] },
    )
    expect(screen.getByText('Read only').parentElement).toHaveTextContent('No orders can be sent from here.')
    expect(reviewButton()).toBeDisabled()
    expect(screen.getByText('The account is read only')).toBeInTheDocument()
    expect(sentTo('POST /v1/api/order/preview-order')).toHaveLength(before)
  })
})

test('Cancel closes the ticket', async () => {
  const { user } = await renderTicket(spy)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
