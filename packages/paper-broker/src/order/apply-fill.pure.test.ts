// What one execution changes: cash, positions, proceeds, fees, and the order with its tree.
import { describe, expect, it } from 'vitest'
import { cents, centsNumber } from '../money/money.ts'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars } from '../testing/bar-market.ts'
import { MID_SESSION, legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import type { AccountBook, EngineSettings } from './account-book.ts'
import { PLAIN_SETTINGS } from './account-book.ts'
import { applyFill, feeOf, feesOf, nextLine, quantityNow } from './apply-fill.ts'
import type { TouchQuote } from './fill-rule.ts'
import type { TradableOrder } from './order.ts'

const FEES: EngineSettings = { ...PLAIN_SETTINGS, commission: cents(100n), contractFee: cents(65n) }

function filled(
  sample: SampleBook,
  order: TradableOrder,
  { shares, at, settings = PLAIN_SETTINGS }: { shares: number; at: number; settings?: EngineSettings },
): AccountBook {
  const book = sampleBook({ ...sample, orders: [order, ...(sample.orders ?? [])] })
  const moment = sampleMoment({ ACME: at })
  applyFill(book, order, { quantity: BigInt(shares), priceOf: () => dollars(at), moment, settings })
  return book
}

describe('the cash and the position after a fill', () => {
  it.each<[string, TermsDraft['instruction'], number, number, number | undefined, number | undefined]>([
    ['of a purchase', 'BUY', 0, 94_899, 100, 5_100],
    ['of a purchase of more', 'BUY', 50, 94_899, 150, 7_600],
    ['of a sale of all', 'SELL', 100, 105_099, undefined, undefined],
    ['of a sale of a part', 'SELL', 150, 105_099, 50, 2_500],
    ['of a short sale', 'SELL_SHORT', 0, 105_099, -100, 5_100],
    ['of a purchase that covers a part', 'BUY_TO_COVER', -150, 94_899, -50, 2_500],
  ])('%s count the price and the commission', (_, instruction, held, cash, quantity, cost) => {
    const sample = held === 0 ? {} : { held: { ACME: [held, 50] as const } }
    const order = sampleOrder({ instruction, orderType: 'MARKET' })
    const book = filled(sample, order, { shares: 100, at: 51, settings: FEES })
    expect(centsNumber(book.cash)).toBe(cash)
    const now = book.positions.get('ACME')
    expect(now?.quantity).toBe(quantity === undefined ? undefined : BigInt(quantity))
    expect(now?.cost).toBe(cost === undefined ? undefined : BigInt(cost) * 100_000_000n)
    expect([now?.multiplier, now?.isOption]).toEqual(quantity === undefined ? [undefined, undefined] : [1n, false])
  })

  it('of options count the multiplier and the fee of each contract', () => {
    const call = optionOf('C55')
    const order = sampleOrder({ instruction: 'BUY_TO_OPEN', orderType: 'MARKET', symbol: call, shares: 3 })
    const book = filled({}, order, { shares: 3, at: 1.5, settings: FEES })
    expect(centsNumber(book.cash)).toBe(99_547.05)
    expect(book.positions.get(call)).toEqual({
      quantity: 3n,
      cost: 45_000_000_000n,
      multiplier: 100n,
      isOption: true,
    })
  })

  it('never cross zero', () => {
    const order = sampleOrder({ instruction: 'SELL', orderType: 'MARKET' })
    expect(() => filled({ held: { ACME: [99, 50] } }, order, { shares: 100, at: 51 })).toThrow('would cross zero')
  })
})

describe('the proceeds of a sale in a cash account', () => {
  const sold = (accountType: 'CASH' | 'MARGIN', instruction: 'SELL' | 'BUY', at: number): readonly unknown[] => {
    const order = sampleOrder({ instruction, orderType: 'MARKET' })
    return filled({ accountType, held: { ACME: [100, 1] } }, order, { shares: 100, at, settings: FEES }).unsettled
  }

  it('wait for their settlement, less the fees', () => {
    expect(sold('CASH', 'SELL', 51)).toEqual([{ amount: 509_900n, settlesMs: Date.parse('2026-03-05T05:00:00Z') }])
  })

  it('do not wait on margin, after a purchase, or where the fees take all of them', () => {
    expect(sold('MARGIN', 'SELL', 51)).toEqual([])
    expect(sold('CASH', 'BUY', 51)).toEqual([])
    expect(sold('CASH', 'SELL', 0.01)).toEqual([])
    expect(sold('CASH', 'SELL', 0.0101)).toMatchObject([{ amount: 1n }])
  })
})

describe('the fees of an execution', () => {
  const share = legOf('BUY', 'ACME', 100n)
  const call = legOf('SELL_TO_OPEN', optionOf('C55'))
  const order = sampleOrder({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 49, shares: 4, legs: [share, call] })

  it('are the commission once, with the first leg, and a fee for each contract', () => {
    const fee = (leg: typeof share, number: number): bigint =>
      feeOf(order, leg, { number, quantity: 4n, settings: FEES })
    expect([fee(share, 1), fee(share, 2), fee(call, 1), fee(call, 2)]).toEqual([100n, 0n, 360n, 260n])
    expect(feesOf(order, 4n, FEES)).toBe(360n)
    const twice = { ...order, terms: { ...order.terms, legs: [call, { ...call, ratio: 3n }] } }
    expect(feesOf(twice, 4n, FEES)).toBe(100n + 16n * 65n)
  })

  it('are none for an exercise', () => {
    const exercise = { ...order, terms: { ...order.terms, orderType: 'EXERCISE' as const } }
    expect([feeOf(exercise, call, { number: 1, quantity: 4n, settings: FEES }), feesOf(exercise, 4n, FEES)]).toEqual([
      0n,
      0n,
    ])
  })
})

describe('an order', () => {
  it('keeps what is left of it open after a part, and numbers its executions', () => {
    const order = sampleOrder({ instruction: 'BUY', orderType: 'STOP', stop: 50 }, { statusDescription: 'as before' })
    const book = filled({}, order, { shares: 40, at: 51 })
    const now = book.orders.get(1n)
    expect(now).toMatchObject({
      status: 'WORKING',
      filled: 40n,
      isTriggered: true,
      closedAt: null,
      statusDescription: 'as before',
    })
    expect(nextLine(book, order)).toBe(2)
    const after = { ...order, ...now } as TradableOrder
    const rest = { quantity: 60n, priceOf: () => dollars(52), settings: PLAIN_SETTINGS }
    applyFill(book, after, { ...rest, moment: sampleMoment({ ACME: 52 }) })
    expect(book.orders.get(1n)).toMatchObject({
      status: 'FILLED',
      filled: 100n,
      closedAt: MID_SESSION,
      releaseAt: null,
    })
    expect(book.executions).toEqual([
      { orderId: 1n, line: 1, leg: 1, quantity: 40n, price: dollars(51), fee: 0n, atMs: MID_SESSION },
      { orderId: 1n, line: 2, leg: 1, quantity: 60n, price: dollars(52), fee: 0n, atMs: MID_SESSION },
    ])
    expect(book.changed).toEqual(new Set([1n]))
  })

  it('executes every leg by its ratio and at its own price', () => {
    const call = optionOf('C55')
    const legs = [legOf('BUY', 'ACME', 100n), legOf('SELL_TO_OPEN', call)]
    const order = sampleOrder({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 49, shares: 2, legs })
    const book = sampleBook({ orders: [order] })
    applyFill(book, order, {
      quantity: 2n,
      priceOf: ({ symbol }) => dollars(symbol === call ? 1.5 : 50),
      moment: sampleMoment({}),
      settings: FEES,
    })
    expect(book.executions).toMatchObject([
      { leg: 1, line: 1, quantity: 200n, price: dollars(50), fee: 100n },
      { leg: 2, line: 1, quantity: 2n, price: dollars(1.5), fee: 130n },
    ])
    // 10,000.00 for the shares, 300.00 from the calls, 2.30 of fees.
    expect(centsNumber(book.cash)).toBe(90_297.7)
    expect([book.positions.get('ACME')?.quantity, book.positions.get(call)?.quantity]).toEqual([200n, -2n])
  })

  it('says that a fill within the bar of a whole day is a model', () => {
    const order = sampleOrder({ instruction: 'BUY', orderType: 'MARKET' })
    const book = sampleBook({ orders: [order] })
    const quote = { bid: dollars(51), ask: dollars(51), last: dollars(51) }
    const moment = (isApproximate: boolean): ReturnType<typeof sampleMoment> => ({
      ...sampleMoment({}),
      quotes: new Map([
        ['ACME', { ...quote, isApproximate }],
        ['BOLT', { ...quote, isApproximate: true }],
      ]),
    })
    const fill = { quantity: 1n, priceOf: () => dollars(51), settings: PLAIN_SETTINGS }
    applyFill(book, order, { ...fill, moment: moment(false) })
    expect(book.orders.get(1n)?.statusDescription).toBeNull()
    applyFill(book, order, { ...fill, moment: moment(true) })
    expect(book.orders.get(1n)?.statusDescription).toMatch(/^Filled on the bar of a whole day/)
  })

  it('says so of several legs when one of them was filled that way', () => {
    const call = optionOf('C55')
    const legs = [legOf('BUY', 'ACME', 100n), legOf('SELL_TO_OPEN', call)]
    const order = sampleOrder({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 49, shares: 2, legs })
    const book = sampleBook({ orders: [order] })
    const quote = { bid: dollars(5), ask: dollars(5), last: dollars(5) }
    const quotes = new Map<string, TouchQuote>([
      ['ACME', { ...quote, isApproximate: true }],
      [call, quote],
    ])
    const moment = { ...sampleMoment({}), quotes }
    applyFill(book, order, { quantity: 1n, priceOf: () => dollars(5), moment, settings: PLAIN_SETTINGS })
    expect(book.orders.get(1n)?.statusDescription).toMatch(/^Filled on the bar of a whole day/)
  })

  const child = (orderId: bigint, parentId: bigint): TradableOrder =>
    sampleOrder(
      { instruction: 'SELL', orderType: 'STOP', stop: 40 },
      { orderId, parentId, status: 'AWAITING_PARENT_ORDER' },
    )

  it('starts its children only when it is filled in full', () => {
    const parent = sampleOrder({ instruction: 'BUY', orderType: 'MARKET' }, { strategy: 'TRIGGER' })
    const statuses = (shares: number): unknown =>
      filled({ orders: [child(2n, 1n)] }, parent, { shares, at: 51 }).orders.get(2n)?.status
    expect([statuses(99), statuses(100)]).toEqual(['AWAITING_PARENT_ORDER', 'WORKING'])
  })

  it('takes its first part off the other one of its pair', () => {
    const pair = { ...child(5n, 0n), parentId: null, strategy: 'OCO' as const, terms: null, status: 'WORKING' as const }
    const other = { ...child(2n, 5n), status: 'WORKING' as const }
    const own = sampleOrder({ instruction: 'SELL', orderType: 'LIMIT', limit: 50 }, { parentId: 5n })
    const book = filled({ held: { ACME: [100, 50] }, orders: [pair, other] }, own, { shares: 1, at: 51 })
    expect([1n, 2n, 5n].map((orderId) => book.orders.get(orderId)?.status)).toEqual(['WORKING', 'WORKING', 'WORKING'])
    expect([1n, 2n].map((orderId) => book.orders.get(orderId)?.terms?.quantity)).toEqual([100n, 99n])
  })
})

describe('the quantity that is executed at once', () => {
  const part = (percent: number, seed = 'a'): EngineSettings => ({ ...PLAIN_SETTINGS, partialFills: { seed, percent } })
  const order = sampleOrder({ instruction: 'BUY', orderType: 'MARKET' })
  const lines = Array.from({ length: 400 }, (_, n) => n + 1)
  const drawn = (settings: EngineSettings, one: TradableOrder = order): number[] =>
    lines.map((line) => Number(quantityNow(one, line, settings)))

  it('is all of it without partial fills, and what is left after a part', () => {
    expect(quantityNow(order, 1, PLAIN_SETTINGS)).toBe(100n)
    expect(quantityNow({ ...order, filled: 30n }, 1, part(0))).toBe(70n)
  })

  it('is a part as often as the settings say', () => {
    const often = (percent: number): number => drawn(part(percent)).filter((quantity) => quantity < 100).length
    expect([often(0), often(100)]).toEqual([0, 400])
    expect(often(30)).toBeGreaterThan(90)
    expect(often(30)).toBeLessThan(150)
  })

  it('is a whole number from one up, over the whole range, and never all of it', () => {
    const parts = drawn(part(100))
    expect([Math.min(...parts), Math.max(...parts)]).toEqual([1, 99])
    const two = { ...order, filled: 98n }
    expect(new Set(drawn(part(100), two))).toEqual(new Set([1]))
    expect(new Set(drawn(part(100), { ...order, filled: 99n }))).toEqual(new Set([1]))
  })

  it('depends on the seed, the order and the execution alone', () => {
    expect(drawn(part(100))).toEqual(drawn(part(100)))
    expect(drawn(part(100, 'b'))).not.toEqual(drawn(part(100)))
    expect(drawn(part(100), { ...order, orderId: 2n })).not.toEqual(drawn(part(100)))
    expect(new Set(drawn(part(100))).size).toBeGreaterThan(50)
  })

  it('is always all of it for fill or kill and for an exercise', () => {
    const kill = { ...order, terms: { ...order.terms, duration: 'FILL_OR_KILL' as const } }
    const exercise = { ...order, terms: { ...order.terms, orderType: 'EXERCISE' as const } }
    expect([quantityNow(kill, 1, part(100)), quantityNow(exercise, 1, part(100))]).toEqual([100n, 100n])
  })
})
