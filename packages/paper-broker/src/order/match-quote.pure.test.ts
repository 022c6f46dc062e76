// Which orders a quote fills, in what order, and what is checked again at the fill.
import { describe, expect, it } from 'vitest'
import { cents } from '../money/money.ts'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars } from '../testing/bar-market.ts'
import { MID_SESSION, legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import type { AccountBook, EngineSettings } from './account-book.ts'
import { PLAIN_SETTINGS } from './account-book.ts'
import { followTrails, matchClose, matchQuote } from './match-quote.ts'
import type { Order, TradableOrder } from './order.ts'

const NIGHT = Date.parse('2026-03-04T03:00:00Z') as typeof MID_SESSION

function match(
  book: AccountBook,
  at: number | readonly [number, number],
  more: { atMs?: typeof MID_SESSION; settings?: EngineSettings } = {},
): void {
  const moment = sampleMoment({ ACME: at }, more.atMs)
  const quote = moment.quotes.get('ACME')
  if (quote === undefined) throw new Error('no quote')
  matchQuote(book, 'ACME', { quote, moment, settings: more.settings ?? PLAIN_SETTINGS })
}
const inParts = { ...PLAIN_SETTINGS, partialFills: { seed: 'a', percent: 100 } }
const state = (book: AccountBook, orderId = 1n): Order | undefined => book.orders.get(orderId)
const buy = (orderId: bigint, limit: number, more: Partial<TermsDraft> = {}): TradableOrder =>
  sampleOrder({ instruction: 'BUY', orderType: 'LIMIT', limit, ...more }, { orderId })

describe('a quote', () => {
  it('fills market orders first, then stops, then limits, each by its number', () => {
    const book = sampleBook({
      orders: [
        buy(1n, 51),
        sampleOrder({ instruction: 'BUY', orderType: 'STOP', stop: 49 }, { orderId: 2n }),
        sampleOrder({ instruction: 'BUY', orderType: 'MARKET' }, { orderId: 12n }),
        sampleOrder({ instruction: 'BUY', orderType: 'MARKET' }, { orderId: 3n }),
        buy(0n, 52),
      ],
    })
    match(book, 50)
    expect(book.executions.map(({ orderId }) => orderId)).toEqual([3n, 12n, 2n, 0n, 1n])
  })

  it('fills only working orders of its symbol, in their session, that have one leg', () => {
    const leg = legOf('BUY', 'ACME')
    const book = sampleBook({
      orders: [
        buy(1n, 51),
        buy(2n, 51, { symbol: 'BOLT' }),
        { ...buy(3n, 51), status: 'PENDING_ACTIVATION' },
        { ...buy(4n, 51), status: 'PENDING_CANCEL' },
        buy(5n, 51, { session: 'PM' }),
        buy(6n, 51, { legs: [leg] }),
        { ...buy(7n, 51), terms: null, strategy: 'OCO' },
        buy(8n, 49),
      ],
    })
    match(book, 50)
    expect(book.executions.map(({ orderId }) => orderId)).toEqual([1n, 4n])
  })

  it('fills nothing while the session is closed', () => {
    const book = sampleBook({ orders: [buy(1n, 51)] })
    match(book, 50, { atMs: NIGHT })
    expect(book.executions).toEqual([])
  })

  it('fills a purchase at the ask and a sale at the bid', () => {
    const book = sampleBook({
      held: { ACME: [100, 40] },
      orders: [buy(1n, 51), sampleOrder({ instruction: 'SELL', orderType: 'MARKET' }, { orderId: 2n })],
    })
    match(book, [49.9, 50.1])
    expect(book.executions).toMatchObject([
      { orderId: 2n, price: dollars(49.9) },
      { orderId: 1n, price: dollars(50.1) },
    ])
  })

  it('fills the child that its own fill has started', () => {
    const parent = { ...buy(1n, 51), strategy: 'TRIGGER' as const }
    const child = sampleOrder(
      { instruction: 'SELL', orderType: 'LIMIT', limit: 49 },
      { orderId: 2n, parentId: 1n, status: 'AWAITING_PARENT_ORDER' },
    )
    const book = sampleBook({ orders: [parent, child] })
    match(book, 50)
    expect(book.executions.map(({ orderId }) => orderId)).toEqual([1n, 2n])
  })

  it('triggers a stop-limit that it cannot fill yet, and leaves others as they are', () => {
    const stopLimit = sampleOrder({ instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 50, limit: 49 })
    const book = sampleBook({ orders: [stopLimit, buy(2n, 49)] })
    match(book, 49.9)
    expect(book.changed).toEqual(new Set())
    match(book, 50)
    expect(state(book)).toMatchObject({ status: 'WORKING', isTriggered: true })
    expect(book.changed).toEqual(new Set([1n]))
    book.changed.clear()
    match(book, 50.5)
    expect(book.changed).toEqual(new Set())
  })

  it('cancels what had to fill at once and did not, in full or in part', () => {
    for (const duration of ['FILL_OR_KILL', 'IMMEDIATE_OR_CANCEL'] as const) {
      const book = sampleBook({ orders: [buy(1n, 49, { duration }), buy(2n, 51, { duration })] })
      match(book, 50)
      expect(state(book)).toMatchObject({
        status: 'CANCELED',
        closedAt: MID_SESSION,
        statusDescription: 'What could not be filled at once was cancelled.',
      })
      expect(state(book, 2n)).toMatchObject({ status: 'FILLED' })
    }
    const book = sampleBook({ orders: [buy(1n, 51, { duration: 'IMMEDIATE_OR_CANCEL' })] })
    match(book, 50, { settings: inParts })
    expect(state(book)).toMatchObject({ status: 'CANCELED' })
    expect(book.executions).toHaveLength(1)
  })

  it('fills each of several that have to fill at once', () => {
    const duration = 'IMMEDIATE_OR_CANCEL'
    const book = sampleBook({ orders: [buy(1n, 51, { duration }), buy(2n, 51, { duration })] })
    match(book, 50)
    expect([state(book)?.status, state(book, 2n)?.status]).toEqual(['FILLED', 'FILLED'])
  })

  it('looks at each order once, so that a part is filled once', () => {
    const book = sampleBook({ orders: [buy(1n, 51)] })
    match(book, 50, { settings: inParts })
    expect(book.executions).toHaveLength(1)
    expect(state(book)).toMatchObject({ status: 'WORKING' })
  })
})

describe('a fill is refused', () => {
  const refused = (book: AccountBook): string | null | undefined => {
    match(book, 50)
    expect(state(book)).toMatchObject({ status: 'REJECTED', closedAt: MID_SESSION })
    expect(book.executions).toEqual([])
    return state(book)?.statusDescription
  }
  const sell = sampleOrder({ instruction: 'SELL', orderType: 'MARKET' })
  const cover = sampleOrder({ instruction: 'BUY_TO_COVER', orderType: 'MARKET' })

  it.each<[string, Record<string, readonly [number, number]>, TradableOrder, string]>([
    ['more is sold than is held', { ACME: [99, 40] }, sell, '100 of ACME, but only 99 is held.'],
    ['nothing is held', {}, sell, 'only 0 is held.'],
    ['a short is sold', { ACME: [-200, 40] }, sell, 'only 0 is held.'],
    ['more is covered than is short', { ACME: [-99, 40] }, cover, '100 of ACME, but only 99 is held.'],
    ['what is long is covered', { ACME: [200, 40] }, cover, 'only 0 is held.'],
    ['the shares cover a written call', { ACME: [199, 40], [optionOf('C55')]: [-1, 1] }, sell, 'only 99 is held.'],
    ['a short is bought as if it were none', { ACME: [-5, 40] }, buy(1n, 51), 'close it with BUY_TO_COVER'],
  ])('when %s', (_, held, order, words) => {
    expect(refused(sampleBook({ held, orders: [order] }))).toContain(words)
  })

  it('when the buying power does not reach for all that is left, with its fee', () => {
    const order = buy(1n, 51)
    expect(refused(sampleBook({ cash: 2_499.99, orders: [order] }))).toBe(
      'The order needs $5,000.00 of buying power; $4,999.98 is available.',
    )
    const enough = sampleBook({ cash: 2_500, orders: [order] })
    match(enough, 50)
    expect(state(enough)).toMatchObject({ status: 'FILLED' })
    const short = sampleBook({ cash: 2_500, orders: [order] })
    match(short, 50, { settings: { ...PLAIN_SETTINGS, commission: cents(1n) } })
    expect(state(short)).toMatchObject({ status: 'REJECTED' })
  })

  it('not by its own reservation, nor when it only closes', () => {
    const reserved = { ...buy(1n, 51), reservePrice: dollars(51) }
    const book = sampleBook({ cash: 2_600, orders: [reserved] })
    match(book, 50)
    expect(state(book)).toMatchObject({ status: 'FILLED' })
    const exact = sampleBook({ cash: 0, held: { ACME: [100, 40] }, orders: [sell] })
    match(exact, 50)
    expect(state(exact)).toMatchObject({ status: 'FILLED' })
    const short = sampleBook({ cash: 5_000, held: { ACME: [-100, 40] }, orders: [cover] })
    match(short, 50)
    expect(state(short)).toMatchObject({ status: 'FILLED' })
  })

  /** Returns what becomes of an order for an option when its quote is 3.00 and ACME's is 50.00. */
  const statusAtThree = (option: TradableOrder, account: Omit<SampleBook, 'orders'>): string | undefined => {
    const { symbol } = option.terms
    const book = sampleBook({ ...account, orders: [option] })
    const quote = { bid: dollars(3), ask: dollars(3), last: dollars(3) }
    matchQuote(book, symbol, { quote, moment: sampleMoment({ [symbol]: 3, ACME: 50 }), settings: PLAIN_SETTINGS })
    return state(book)?.status
  }

  it('when the price of a bought option is not there in full', () => {
    const option = sampleOrder({ instruction: 'BUY_TO_OPEN', orderType: 'MARKET', symbol: optionOf('C55'), shares: 2 })
    expect(statusAtThree(option, { cash: 600 })).toBe('FILLED')
    expect(statusAtThree(option, { cash: 599.99 })).toBe('REJECTED')
  })

  it('when the stake of a written put is not there', () => {
    const option = sampleOrder({ instruction: 'SELL_TO_OPEN', orderType: 'MARKET', symbol: optionOf('P45'), shares: 1 })
    // 4,500.00 less the 300.00 that come in.
    expect(statusAtThree(option, { cash: 4_200 })).toBe('FILLED')
    expect(statusAtThree(option, { cash: 4_199.99 })).toBe('REJECTED')
  })

  it('when a call that is written is not covered', () => {
    const option = sampleOrder({ instruction: 'SELL_TO_OPEN', orderType: 'MARKET', symbol: optionOf('C55'), shares: 2 })
    expect(statusAtThree(option, { held: { ACME: [200, 50] } })).toBe('FILLED')
    expect(statusAtThree(option, { held: { ACME: [199, 50] } })).toBe('REJECTED')
  })
})

describe('a trailing stop', () => {
  const trail = { offset: dollars(2), isPercent: false }
  const sell = sampleOrder({ instruction: 'SELL', orderType: 'TRAILING_STOP', trail })
  const cover = sampleOrder({ instruction: 'BUY', orderType: 'TRAILING_STOP', trail })
  const bestAfter = (order: TradableOrder, high: number, low: number): unknown => {
    const book = sampleBook({ orders: [order] })
    followTrails(book, 'ACME', dollars(high), dollars(low))
    return [state(book)?.best ?? null, book.changed.size]
  }

  it('follows the highest price to sell and the lowest to buy, and never goes back', () => {
    expect(bestAfter(sell, 52, 48)).toEqual([dollars(52), 1])
    expect(bestAfter({ ...sell, best: dollars(50) }, 52, 48)).toEqual([dollars(52), 1])
    expect(bestAfter({ ...sell, best: dollars(52) }, 52, 48)).toEqual([dollars(52), 0])
    expect(bestAfter({ ...sell, best: dollars(53) }, 52, 48)).toEqual([dollars(53), 0])
    expect(bestAfter(cover, 52, 48)).toEqual([dollars(48), 1])
    expect(bestAfter({ ...cover, best: dollars(50) }, 52, 48)).toEqual([dollars(48), 1])
    expect(bestAfter({ ...cover, best: dollars(47) }, 52, 48)).toEqual([dollars(47), 0])
  })

  it('stays where it is once triggered, before it works, and for another symbol', () => {
    expect(bestAfter({ ...sell, isTriggered: true }, 52, 48)).toEqual([null, 0])
    expect(bestAfter({ ...sell, status: 'PENDING_ACTIVATION' }, 52, 48)).toEqual([null, 0])
    expect(bestAfter({ ...sell, terms: { ...sell.terms, symbol: 'BOLT' } }, 52, 48)).toEqual([null, 0])
    expect(bestAfter({ ...sell, terms: { ...sell.terms, trail: null } }, 52, 48)).toEqual([null, 0])
    const wrapper = { ...sell, terms: null, strategy: 'OCO' as const }
    const book = sampleBook({ orders: [wrapper] })
    followTrails(book, 'ACME', dollars(52), dollars(48))
    expect(book.changed.size).toBe(0)
  })

  it('starts from the last price of its first quote', () => {
    const book = sampleBook({ held: { ACME: [100, 40] }, orders: [sell] })
    match(book, [49.9, 50.1])
    expect(state(book)).toMatchObject({ best: dollars(50), status: 'WORKING' })
    match(book, 55)
    expect(state(book)).toMatchObject({ best: dollars(50) })
    match(book, 48)
    expect(state(book)).toMatchObject({ status: 'FILLED' })
  })

  it('has no first price of its own without a trail', () => {
    const book = sampleBook({ orders: [buy(1n, 49)] })
    match(book, 50)
    expect(state(book)).toMatchObject({ best: null })
  })
})

describe('the close', () => {
  const closing = (draft: Partial<TermsDraft>, releaseAt: number | null): AccountBook => {
    const order = sampleOrder(
      { instruction: 'BUY', orderType: 'MARKET_ON_CLOSE', ...draft },
      { releaseAt: releaseAt as typeof MID_SESSION | null },
    )
    const book = sampleBook({ orders: [order] })
    matchClose(book, 'ACME', {
      close: dollars(51.5),
      moment: sampleMoment({ ACME: 51.5 }),
      settings: PLAIN_SETTINGS,
    })
    return book
  }

  it('fills the orders that are due at it, at its price', () => {
    expect(closing({}, MID_SESSION).executions).toMatchObject([{ price: dollars(51.5), quantity: 100n }])
    expect(closing({}, MID_SESSION - 1).executions).toHaveLength(1)
    expect(closing({}, MID_SESSION + 1).executions).toEqual([])
    expect(closing({}, null).executions).toEqual([])
    expect(closing({ symbol: 'BOLT' }, MID_SESSION).executions).toEqual([])
  })

  it('fills one of a pair, and not the other one too', () => {
    const wrapper: Order = {
      ...sampleOrder({ instruction: 'SELL', orderType: 'MARKET' }),
      strategy: 'OCO',
      terms: null,
    }
    const due = { parentId: 1n, releaseAt: MID_SESSION }
    const [market, limit] = [
      sampleOrder({ instruction: 'SELL', orderType: 'MARKET_ON_CLOSE' }, { ...due, orderId: 2n }),
      sampleOrder({ instruction: 'SELL', orderType: 'LIMIT_ON_CLOSE', limit: 50 }, { ...due, orderId: 3n }),
    ]
    const book = sampleBook({ held: { ACME: [200, 40] }, orders: [wrapper, market, limit] })
    const moment = sampleMoment({ ACME: 51.5 })
    matchClose(book, 'ACME', { close: dollars(51.5), moment, settings: PLAIN_SETTINGS })
    expect(book.executions).toMatchObject([{ orderId: 2n, quantity: 100n }])
  })

  it('fills a limit only where it is as good', () => {
    const limit = (at: number): number =>
      closing({ orderType: 'LIMIT_ON_CLOSE', limit: at }, MID_SESSION).executions.length
    expect([limit(51.49), limit(51.5)]).toEqual([0, 1])
  })
})
