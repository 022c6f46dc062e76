// Orders of several legs: when their joint price is good enough, and what is checked again at their fill.
import { describe, expect, it } from 'vitest'
import { cents, centsNumber } from '../money/money.ts'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars } from '../testing/bar-market.ts'
import { MID_SESSION, legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import type { AccountBook, EngineSettings, Moment } from './account-book.ts'
import { PLAIN_SETTINGS } from './account-book.ts'
import { coveredFillRefusal, isNetReached, matchExercise, matchNets, workingNets } from './match-net.ts'
import type { Order, TradableOrder } from './order.ts'

const [C55, P40, P45] = [optionOf('C55'), optionOf('P40'), optionOf('P45')]
const NIGHT = Date.parse('2026-03-04T03:00:00Z') as typeof MID_SESSION
/** The spread of the puts is worth 0.60 to its seller: 1.00 less 0.40. */
const moment = sampleMoment({ ACME: [49.9, 50.1], [P45]: [1, 1.1], [P40]: [0.3, 0.4], [C55]: [2, 2.2] })

const spread = (credit: number, draft: Partial<TermsDraft> = {}, more: Partial<Order> = {}): TradableOrder => ({
  ...sampleOrder({ instruction: 'SELL_TO_OPEN', orderType: 'NET_CREDIT', limit: credit }),
  ...more,
  terms: sampleOrder({
    instruction: 'SELL_TO_OPEN',
    symbol: P45,
    orderType: 'NET_CREDIT',
    limit: credit,
    shares: 2,
    legs: [legOf('SELL_TO_OPEN', P45), legOf('BUY_TO_OPEN', P40)],
    ...draft,
  }).terms,
})

function matched(
  sample: SampleBook,
  { settings = PLAIN_SETTINGS, at = moment }: { settings?: EngineSettings; at?: Moment } = {},
): AccountBook {
  const book = sampleBook(sample)
  matchNets(book, at, settings)
  return book
}

describe('the orders of several legs that may trade', () => {
  it('work, are in their session, and are listed by number', () => {
    const book = sampleBook({
      orders: [
        spread(0.5, {}, { orderId: 12n }),
        spread(0.5, {}, { orderId: 3n }),
        spread(0.5, {}, { orderId: 4n, status: 'PENDING_CANCEL' }),
        spread(0.5, {}, { orderId: 5n, status: 'PENDING_ACTIVATION' }),
        spread(0.5, { session: 'PM' }, { orderId: 6n }),
        spread(0.5, { legs: null }, { orderId: 7n }),
        spread(0.5, { orderType: 'EXERCISE' }, { orderId: 8n }),
        { ...spread(0.5, {}, { orderId: 9n, strategy: 'OCO' }), terms: null },
      ],
    })
    expect(workingNets(book, moment).map(({ orderId }) => orderId)).toEqual([3n, 4n, 12n])
    expect(workingNets(book, { ...moment, atMs: NIGHT })).toEqual([])
  })

  it('are reached when the legs together are as good as the net price', () => {
    const reached = (order: TradableOrder, quotes = moment.quotes): boolean =>
      isNetReached(order, quotes, PLAIN_SETTINGS)
    expect([reached(spread(0.6)), reached(spread(0.61))]).toEqual([true, false])
    expect(reached(spread(0, { orderType: 'NET_ZERO' }))).toBe(true)
    const only = new Map([...moment.quotes].filter(([symbol]) => symbol === P45))
    expect(reached(spread(0.5), only)).toBe(false)
    // The first quotes of all legs decide an order that must fill at once.
    expect(reached(spread(0.61, { duration: 'FILL_OR_KILL' }))).toBe(true)
    expect(reached(spread(0.61, { duration: 'FILL_OR_KILL' }), only)).toBe(false)
  })
})

describe('an order of several legs', () => {
  it('trades all legs, each at its own side of the market', () => {
    const book = matched({ cash: 1_000, orders: [spread(0.6)] })
    expect(book.executions).toMatchObject([
      { leg: 1, quantity: 2n, price: dollars(1) },
      { leg: 2, quantity: 2n, price: dollars(0.4) },
    ])
    expect(centsNumber(book.cash)).toBe(1_120)
    expect(book.orders.get(1n)).toMatchObject({ status: 'FILLED', filled: 2n })
  })

  it('waits while the net price is not there, unless it must fill at once', () => {
    const book = matched({ orders: [spread(0.61), spread(0.61, { duration: 'IMMEDIATE_OR_CANCEL' }, { orderId: 2n })] })
    expect(book.orders.get(1n)).toMatchObject({ status: 'WORKING' })
    expect(book.orders.get(2n)).toMatchObject({
      status: 'CANCELED',
      closedAt: MID_SESSION,
      statusDescription: 'What could not be filled at once was cancelled.',
    })
    expect(book.executions).toEqual([])
  })

  it('that must fill at once is not cancelled after its fill', () => {
    const book = matched({ orders: [spread(0.6, { duration: 'FILL_OR_KILL' })] })
    expect(book.orders.get(1n)).toMatchObject({ status: 'FILLED' })
  })

  it('is not traded after another one of its pair in the same instant', () => {
    const pair: Order = { ...spread(0.5), orderId: 9n, strategy: 'OCO', terms: null }
    const book = matched({
      orders: [pair, spread(0.6, {}, { parentId: 9n }), spread(0.6, {}, { orderId: 2n, parentId: 9n })],
    })
    expect(book.orders.get(2n)).toMatchObject({ status: 'CANCELED' })
    expect(new Set(book.executions.map(({ orderId }) => orderId))).toEqual(new Set([1n]))
  })

  it('is filled in whole units, one part at a time', () => {
    const settings = { ...PLAIN_SETTINGS, partialFills: { seed: 'a', percent: 100 } }
    const book = matched({ orders: [spread(0.6)] }, { settings })
    expect(book.orders.get(1n)).toMatchObject({ status: 'WORKING', filled: 1n })
  })

  it('is rejected when the buying power is short of its greatest loss', () => {
    // 2 x 500.00 at stake, 120.00 come in.
    expect(matched({ cash: 880, orders: [spread(0.6)] }).orders.get(1n)).toMatchObject({ status: 'FILLED' })
    const short = matched({ cash: 879.99, orders: [spread(0.6)] })
    expect(short.orders.get(1n)).toMatchObject({ status: 'REJECTED', closedAt: MID_SESSION })
    expect(short.executions).toEqual([])
  })
})

describe('what forbids a fill that changes the cover', () => {
  const refusal = (
    sample: SampleBook,
    order: TradableOrder,
    settings: EngineSettings = PLAIN_SETTINGS,
  ): string | null =>
    coveredFillRefusal(sampleBook({ ...sample, orders: [order, ...(sample.orders ?? [])] }), order, {
      quantity: order.terms.quantity,
      at: ({ symbol }) => dollars(symbol === P45 ? 1 : symbol === P40 ? 0.4 : 2),
      moment,
      settings,
    })
  const closing = (instruction: TermsDraft['instruction'], shares: number): TradableOrder =>
    sampleOrder({ instruction, orderType: 'MARKET', symbol: P45, shares })

  it('is a leg that closes more than is held on its side', () => {
    expect(refusal({ held: { [P45]: [2, 1] } }, closing('SELL_TO_CLOSE', 2))).toBeNull()
    expect(refusal({ held: { [P45]: [1, 1] } }, closing('SELL_TO_CLOSE', 2))).toBe(
      `The order is for 2 of ${P45}, but only 1 is held.`,
    )
    expect(refusal({ held: { [P45]: [-2, 1] } }, closing('BUY_TO_CLOSE', 2))).toBeNull()
    expect(refusal({ held: { [P45]: [-1, 1] } }, closing('BUY_TO_CLOSE', 2))).toContain('only 1 is held')
    expect(refusal({ held: { [P45]: [3, 1] } }, closing('BUY_TO_CLOSE', 2))).toContain('only 0 is held')
    const ratio = spread(0.5, {
      instruction: 'SELL_TO_CLOSE',
      legs: [legOf('SELL_TO_CLOSE', P45), legOf('SELL_TO_CLOSE', P40, 3n)],
    })
    expect(refusal({ held: { [P45]: [2, 1], [P40]: [5, 1] } }, ratio)).toBe(
      `The order is for 6 of ${P40}, but only 5 is held.`,
    )
    expect(refusal({ held: { [P45]: [2, 1], [P40]: [6, 1] } }, ratio)).toBeNull()
  })

  it('is not a claim of its own or of another order on what it closes, which is checked at the entry', () => {
    const other = { ...closing('SELL_TO_CLOSE', 2), orderId: 2n }
    expect(refusal({ held: { [P45]: [2, 1] }, orders: [other] }, closing('SELL_TO_CLOSE', 2))).toBeNull()
  })

  it('is a claim of another order, where one of its legs opens', () => {
    const roll = spread(0.5, { legs: [legOf('SELL_TO_CLOSE', P45), legOf('BUY_TO_OPEN', P40)] })
    const other = { ...closing('SELL_TO_CLOSE', 1), orderId: 2n }
    expect(refusal({ held: { [P45]: [2, 1] } }, roll)).toBeNull()
    expect(refusal({ held: { [P45]: [2, 1] }, orders: [other] }, roll)).toContain('not claimed by other')
  })

  it('is a call that loses its cover', () => {
    const C60 = optionOf('C60')
    const sale = sampleOrder({ instruction: 'SELL_TO_CLOSE', orderType: 'MARKET', symbol: C60, shares: 1 })
    expect(refusal({ held: { [C55]: [-1, 1], [C60]: [1, 1] } }, sale)).toContain('needs 100 of ACME')
  })

  it('is a fee that the buying power no longer reaches for', () => {
    const settings = { ...PLAIN_SETTINGS, commission: cents(1n) }
    expect(refusal({ cash: 880 }, spread(0.6))).toBeNull()
    // On margin a dollar is two of buying power.
    expect(refusal({ cash: 880 }, spread(0.6), settings)).toBe(
      'The order needs $1,760.01 of buying power; $1,760.00 is available.',
    )
    // Its own reservation does not count against it.
    const reserved = { ...spread(0.6), reservePrice: dollars(4.4) }
    expect(refusal({ cash: 880 }, reserved)).toBeNull()
  })

  it('is nothing for a trade that frees buying power, however little there is', () => {
    const order = sampleOrder({ instruction: 'SELL_TO_CLOSE', orderType: 'MARKET', symbol: P45, shares: 1 })
    expect(refusal({ cash: -5_000, held: { [P45]: [1, 1] } }, order)).toBeNull()
    const C50 = optionOf('C50')
    const writing = sampleOrder({ instruction: 'SELL_TO_OPEN', orderType: 'MARKET', symbol: C50, shares: 1 })
    const indebted = { accountType: 'CASH', cash: -500, held: { ACME: [100, 50] } } as const
    expect(refusal(indebted, writing)).toBeNull()
    // The call brings 200.00 in.
    expect(refusal(indebted, writing, { ...PLAIN_SETTINGS, commission: cents(20_000n) })).toBeNull()
    expect(refusal(indebted, writing, { ...PLAIN_SETTINGS, commission: cents(20_001n) })).toContain('needs $0.01')
  })
})

describe('a pair that closes a bought call', () => {
  it('counts once: neither order takes cover away from the other', () => {
    const wrapper: Order = {
      ...sampleOrder({ instruction: 'SELL', orderType: 'MARKET' }),
      strategy: 'OCO',
      terms: null,
    }
    const sale = { instruction: 'SELL_TO_CLOSE', symbol: C55, shares: 2 } as const
    const target = sampleOrder({ ...sale, orderType: 'LIMIT', limit: 3 }, { orderId: 2n, parentId: 1n })
    const stop = sampleOrder({ ...sale, orderType: 'MARKET' }, { orderId: 3n, parentId: 1n })
    const filled = { quantity: 2n, at: () => dollars(2), moment, settings: PLAIN_SETTINGS }
    const book = sampleBook({ held: { [C55]: [2, 2] }, orders: [wrapper, target, stop] })
    expect(coveredFillRefusal(book, stop, filled)).toBeNull()
    expect(coveredFillRefusal(book, target, filled)).toBeNull()
    const alone = sampleOrder({ ...sale, orderType: 'LIMIT', limit: 3 }, { orderId: 4n })
    const claimed = sampleBook({ held: { [C55]: [2, 2] }, orders: [wrapper, target, stop, alone] })
    expect(coveredFillRefusal(claimed, stop, filled)).toContain('Calls are written on shares that cover them')
  })
})

describe('an exercise', () => {
  const exercise = sampleOrder({
    instruction: 'SELL_TO_CLOSE',
    orderType: 'EXERCISE',
    symbol: C55,
    shares: 2,
    legs: [legOf('SELL_TO_CLOSE', C55), legOf('BUY', 'ACME', 100n)],
  })

  it('closes the option for nothing and trades the shares at the strike', () => {
    const book = sampleBook({ cash: 20_000, held: { [C55]: [2, 1] }, orders: [exercise] })
    matchExercise(book, exercise, moment, { ...PLAIN_SETTINGS, commission: cents(100n) })
    expect(book.executions).toMatchObject([
      { quantity: 2n, price: 0n, fee: 0n },
      { quantity: 200n, price: dollars(55), fee: 0n },
    ])
    expect(centsNumber(book.cash)).toBe(9_000)
    expect(book.orders.get(1n)).toMatchObject({ status: 'FILLED' })
  })

  it('is rejected when the option is gone', () => {
    const book = sampleBook({ held: { [C55]: [1, 1] }, orders: [exercise] })
    matchExercise(book, exercise, moment, PLAIN_SETTINGS)
    expect(book.orders.get(1n)).toMatchObject({
      status: 'REJECTED',
      closedAt: MID_SESSION,
      statusDescription: `The order is for 2 of ${C55}, but only 1 is held.`,
    })
  })
})
