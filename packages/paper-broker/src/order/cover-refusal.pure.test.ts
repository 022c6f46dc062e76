// Written options that nothing covers, and the buying power an order takes by its outcome.
import { describe, expect, it } from 'vitest'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars } from '../testing/bar-market.ts'
import { legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import { coverRefusal, coverReserve, pledgedOf, powerNeeded, takesPower } from './cover-refusal.ts'
import type { Order, OrderTerms, TradableOrder } from './order.ts'

const [C50, C55, C60, P40, P45] = ['C50', 'C55', 'C60', 'P40', 'P45'].map((name) => optionOf(name)) as [
  string,
  string,
  string,
  string,
  string,
]
const option = (instruction: TermsDraft['instruction'], symbol: string, shares = 1, limit?: number): TermsDraft => ({
  instruction,
  orderType: limit === undefined ? 'MARKET' : 'LIMIT',
  symbol,
  shares,
  ...(limit === undefined ? {} : { limit }),
})
const write = (symbol: string, shares: number, more: Partial<Order> = {}): TradableOrder => ({
  ...sampleOrder(option('SELL_TO_OPEN', symbol, shares)),
  ...more,
  terms: sampleOrder(option('SELL_TO_OPEN', symbol, shares)).terms,
})
/** Buy the put 40 and write the put 45, at a net credit. */
const putSpread = (credit?: number): OrderTerms =>
  sampleOrder({
    instruction: 'SELL_TO_OPEN',
    symbol: P45,
    orderType: credit === undefined ? 'MARKET' : 'NET_CREDIT',
    ...(credit === undefined ? {} : { limit: credit }),
    shares: 1,
    legs: [legOf('SELL_TO_OPEN', P45), legOf('BUY_TO_OPEN', P40)],
  }).terms

describe('the shares that cover written calls', () => {
  const pledged = (sample: SampleBook, excluded?: ReadonlySet<bigint>): readonly number[] => {
    const { held, ordered } = pledgedOf(sampleBook(sample), 'ACME', excluded)
    return [Number(held), Number(ordered)]
  }

  it('are those of the calls held and of orders to write more', () => {
    expect(pledged({ held: { ACME: [500, 50] } })).toEqual([0, 0])
    expect(pledged({ held: { ACME: [500, 50], [C55]: [-2, 1] } })).toEqual([200, 0])
    expect(pledged({ held: { ACME: [500, 50], [C55]: [-2, 1] }, orders: [write(C60, 3)] })).toEqual([200, 300])
    expect(pledgedOf(sampleBook({ held: { [C55]: [-2, 1] } }), 'BOLT')).toEqual({ held: 0n, ordered: 0n })
  })

  it('do not count orders that are left out, wait for a parent, are over, or buy', () => {
    const held = { ACME: [500, 50] as const }
    expect(pledged({ held, orders: [write(C55, 3)] }, new Set([1n]))).toEqual([0, 0])
    expect(pledged({ held, orders: [write(C55, 3, { status: 'AWAITING_PARENT_ORDER' })] })).toEqual([0, 0])
    expect(pledged({ held, orders: [write(C55, 3, { status: 'CANCELED' })] })).toEqual([0, 0])
    expect(pledged({ held, orders: [write(C55, 3, { filled: 1n })] })).toEqual([0, 200])
    expect(pledged({ held, orders: [sampleOrder(option('BUY_TO_OPEN', C55, 3))] })).toEqual([0, 0])
    expect(pledged({ held, orders: [sampleOrder({ instruction: 'SELL', orderType: 'MARKET' })] })).toEqual([0, 0])
  })

  it('do not count on what open orders may buy', () => {
    const purchase = sampleOrder({ instruction: 'BUY', orderType: 'LIMIT', limit: 40 }, { orderId: 2n })
    const call = { ...sampleOrder(option('BUY_TO_OPEN', C50)), orderId: 3n }
    expect(pledged({ orders: [write(C55, 1), purchase] })).toEqual([0, 100])
    expect(pledged({ orders: [write(C55, 1), call] })).toEqual([0, 100])
  })

  it('are never fewer for an order that buys more shares than its calls need', () => {
    const legs = [legOf('BUY', 'ACME', 200n), legOf('SELL_TO_OPEN', C55)]
    const covered = sampleOrder({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 99, shares: 1, legs })
    expect(pledged({ orders: [covered] })).toEqual([0, 0])
  })

  it('count the first of two equal orders of a pair', () => {
    const pair: Order = { ...write(C55, 1), orderId: 9n, strategy: 'OCO', terms: null }
    const [call, put] = [write(C55, 2, { parentId: 9n }), write(P45, 2, { orderId: 2n, parentId: 9n })]
    expect(pledged({ orders: [pair, call, put] })).toEqual([0, 200])
  })

  it('count the larger order of a pair only', () => {
    const pair: Order = { ...write(C55, 1), orderId: 9n, strategy: 'OCO', terms: null }
    const [two, three, one] = [2, 3, 1].map((shares) =>
      write(C55, shares, { orderId: BigInt(shares), parentId: 9n }),
    ) as [TradableOrder, TradableOrder, TradableOrder]
    expect(pledged({ held: { ACME: [500, 50] }, orders: [pair, two, three, one] })).toEqual([0, 300])
  })

  it('count the sale of a bought call that covers a written one', () => {
    const sale = sampleOrder(option('SELL_TO_CLOSE', C60))
    const held = { ACME: [100, 50] as const, [C55]: [-1, 1] as const, [C60]: [1, 1] as const }
    expect(pledged({ held })).toEqual([0, 0])
    expect(pledged({ held, orders: [sale] })).toEqual([0, 100])
  })

  it('are bought together with the calls in covered writing', () => {
    const legs = [legOf('BUY', 'ACME', 100n), legOf('SELL_TO_OPEN', C55)]
    const covered = sampleOrder({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 49, shares: 2, legs })
    expect(pledged({ orders: [covered] })).toEqual([0, 0])
    expect(pledged({ orders: [covered, write(C60, 1, { orderId: 2n })] })).toEqual([0, 100])
    // Shares that an order of several legs sells are no less held: they count with the orders that claim them.
    const sold = sampleOrder({
      instruction: 'SELL',
      orderType: 'NET_CREDIT',
      limit: 49,
      shares: 1,
      legs: [legOf('SELL', 'ACME', 100n), legOf('SELL_TO_CLOSE', C60)],
    })
    const held = { ACME: [300, 50] as const, [C55]: [-1, 1] as const, [C60]: [1, 1] as const }
    expect(pledged({ held, orders: [sold] })).toEqual([0, 100])
  })
})

describe('a trade is refused for the cover of written calls', () => {
  const refusal = (sample: SampleBook, draft: TermsDraft, excluded?: ReadonlySet<bigint>): string | null => {
    const { terms } = sampleOrder(draft)
    return coverRefusal(sampleBook(sample), terms, terms.quantity, excluded)
  }
  const ACME = [250, 50] as const

  it('when shares are short of the calls written', () => {
    expect(refusal({ held: { ACME } }, option('SELL_TO_OPEN', C55, 2))).toBeNull()
    expect(refusal({ held: { ACME } }, option('SELL_TO_OPEN', C55, 3))).toBe(
      'Calls are written on shares that cover them: the order needs 300 of ACME, and 250 are held and not claimed by ' +
        'other orders.',
    )
    expect(refusal({ held: { ACME: [300, 50] } }, option('SELL_TO_OPEN', C55, 3))).toBeNull()
    expect(refusal({}, option('SELL_TO_OPEN', C55))).toContain('needs 100 of ACME, and 0 are held')
  })

  it('when the shares cover other calls, or are claimed by other orders', () => {
    expect(refusal({ held: { ACME, [C60]: [-1, 1] } }, option('SELL_TO_OPEN', C55, 2))).toContain(
      'needs 200 of ACME, and 150 are held',
    )
    const sale = sampleOrder({ instruction: 'SELL', orderType: 'LIMIT', limit: 60, shares: 200 })
    expect(refusal({ held: { ACME }, orders: [sale] }, option('SELL_TO_OPEN', C55))).toContain('and 50 are held')
    expect(refusal({ held: { ACME }, orders: [sale] }, option('SELL_TO_OPEN', C55), new Set([1n]))).toBeNull()
    expect(refusal({ held: { ACME: [100, 50] }, orders: [sale] }, option('SELL_TO_OPEN', C55))).toContain('and 0 are')
    expect(refusal({ held: { ACME }, orders: [write(C60, 2)] }, option('SELL_TO_OPEN', C55))).toContain(
      'needs 100 of ACME, and 50 are held',
    )
  })

  it('but not twice for shares that an order of several legs sells', () => {
    const sold = sampleOrder({
      instruction: 'SELL',
      orderType: 'NET_CREDIT',
      limit: 49,
      shares: 1,
      legs: [legOf('SELL', 'ACME', 100n), legOf('SELL_TO_CLOSE', C60)],
    })
    // Of 300 shares one call needs 100 without the bought one, and the order claims 100.
    const held = { ACME: [300, 50] as const, [C55]: [-1, 1] as const, [C60]: [1, 1] as const }
    expect(refusal({ held, orders: [sold] }, option('SELL_TO_OPEN', C50))).toBeNull()
    expect(refusal({ held, orders: [sold] }, option('SELL_TO_OPEN', C50, 2))).toContain('needs 200 of ACME, and 100')
  })

  it('when a bought call that covers is sold', () => {
    const held = { [C55]: [-1, 1] as const, [C60]: [1, 1] as const }
    expect(refusal({ held }, option('SELL_TO_CLOSE', C60))).toContain('needs 100 of ACME')
    expect(refusal({ held: { ...held, ACME } }, option('SELL_TO_CLOSE', C60))).toBeNull()
  })

  it('but not when it makes nothing worse', () => {
    // A call without cover remains, for instance after a split; what is not about it may trade.
    const held = { [C55]: [-2, 1] as const, ACME: [100, 50] as const }
    expect(refusal({ held }, option('BUY_TO_CLOSE', C55))).toBeNull()
    expect(refusal({ held }, option('SELL_TO_OPEN', P45))).toBeNull()
    const selling = {
      instruction: 'SELL' as const,
      orderType: 'NET_CREDIT' as const,
      shares: 1,
      legs: [legOf('SELL', 'ACME', 100n), legOf('BUY_TO_OPEN', P40)],
    }
    expect(refusal({ held }, selling)).toContain('needs 0 of ACME, and 0 are held')
    expect(refusal({ held: { ...held, ACME: [400, 50] } }, selling)).toBeNull()
  })

  it('and spreads are for margin accounts', () => {
    const spread = putSpread(0.6)
    const book = sampleBook({ accountType: 'CASH' })
    expect(coverRefusal(book, spread, 1n)).toBe(
      'Spreads need a margin account; a cash account buys options, and writes them on shares or cash.',
    )
    expect(coverRefusal(sampleBook({}), spread, 1n)).toBeNull()
    const [writing, buying] = [option('SELL_TO_OPEN', P45), option('BUY_TO_OPEN', P45)].map(
      (draft) => sampleOrder(draft).terms,
    ) as [OrderTerms, OrderTerms]
    expect([coverRefusal(book, writing, 1n), coverRefusal(book, buying, 1n)]).toEqual([null, null])
  })
})

describe('the buying power that a trade takes', () => {
  const quotes = { ACME: 50, [P45]: [1, 1.1], [P40]: [0.3, 0.4], [C55]: [2, 2.2] } as const
  const needed = (
    sample: SampleBook,
    terms: OrderTerms,
    more: Partial<Parameters<typeof powerNeeded>[2]> = {},
  ): number => Number(powerNeeded(sampleBook(sample), sampleMoment(quotes), { terms, units: terms.quantity, ...more }))

  it('is twice the greatest loss of a spread, less what comes in, on margin', () => {
    // At its market: 1.00 - 0.40 in; at its own credit of 0.70: 500 - 70.
    expect(needed({}, putSpread())).toBe(2 * 44_000)
    expect(needed({}, putSpread(0.7))).toBe(2 * 43_000)
  })

  it('is that at the given prices, when they are known', () => {
    const at = ({ symbol }: { symbol: string }): ReturnType<typeof dollars> => dollars(symbol === P45 ? 1.5 : 0.5)
    expect(needed({}, putSpread(0.7), { at })).toBe(2 * 40_000)
  })

  it('is the strike of a put written in a cash account, less its price', () => {
    const at = (limit?: number): OrderTerms => sampleOrder(option('SELL_TO_OPEN', P45, 2, limit)).terms
    expect(needed({ accountType: 'CASH' }, at())).toBe(900_000 - 20_000)
    expect(needed({ accountType: 'CASH' }, at(1.25))).toBe(900_000 - 25_000)
  })

  it('is negative when it frees some', () => {
    const closing = sampleOrder(option('BUY_TO_CLOSE', P45, 1, 1.1)).terms
    expect(needed({ accountType: 'CASH', held: { [P45]: [-1, 1] } }, closing)).toBe(-450_000 + 11_000)
  })

  it('does not depend on other orders, left out or not', () => {
    const orders = [sampleOrder({ instruction: 'BUY', orderType: 'LIMIT', limit: 50 }, { reservePrice: dollars(50) })]
    expect(needed({ orders }, putSpread(0.7), { excluded: new Set([1n]) })).toBe(86_000)
    expect(needed({ orders }, putSpread(0.7))).toBe(86_000)
  })

  it('of an exercise is the strike of the shares', () => {
    const terms = sampleOrder({
      instruction: 'SELL_TO_CLOSE',
      orderType: 'EXERCISE',
      symbol: C55,
      shares: 1,
      legs: [legOf('SELL_TO_CLOSE', C55), legOf('BUY', 'ACME', 100n)],
    }).terms
    // 5,500.00 in cash for shares worth 5,000.00; the call of 210.00 is gone.
    expect(needed({ accountType: 'CASH', cash: 6_000, held: { [C55]: [1, 2] } }, terms)).toBe(550_000)
  })
})

describe('an order takes buying power', () => {
  const takes = (sample: SampleBook, draft: TermsDraft): boolean => {
    const { terms } = sampleOrder(draft)
    return takesPower(sampleBook(sample), terms, terms.quantity)
  }

  it('when it opens, or removes a cover, and not when it only closes', () => {
    expect(takes({}, option('SELL_TO_OPEN', P45))).toBe(true)
    expect(takes({ held: { [P45]: [-1, 1] } }, option('BUY_TO_CLOSE', P45))).toBe(false)
    expect(takes({ held: { [P45]: [1, 1] } }, option('SELL_TO_CLOSE', P45))).toBe(false)
    expect(takes({ held: { [P45]: [-1, 1], [P40]: [1, 1] } }, option('SELL_TO_CLOSE', P40))).toBe(true)
    expect(
      takes(
        { held: { [C55]: [1, 1] } },
        {
          instruction: 'SELL_TO_CLOSE',
          orderType: 'NET_ZERO',
          shares: 1,
          legs: [legOf('SELL_TO_CLOSE', C55), legOf('BUY_TO_OPEN', C60)],
        },
      ),
    ).toBe(true)
  })
})

describe('the reserve price of an order whose outcome is simulated', () => {
  const quotes = { ACME: 50, [P45]: [1, 1.1], [P40]: [0.3, 0.4], [C50]: [3, 3.1] } as const
  const reserve = (sample: SampleBook, terms: OrderTerms, at: Parameters<typeof sampleMoment>[0] = quotes): number =>
    Number(coverReserve(sampleBook(sample), sampleMoment(at), terms))

  it('of a written option is what each share takes, half of it on margin, where it counts twice', () => {
    const { terms } = sampleOrder(option('SELL_TO_OPEN', P45, 2, 1.25))
    // 4,500.00 less 125.00 for each contract.
    expect(reserve({ accountType: 'CASH' }, terms)).toBe(437_500)
    expect(reserve({}, terms)).toBe(437_500)
  })

  it('of several legs is what each unit takes, and not halved', () => {
    // 860.00 for one unit, whose multiplier is 1 here.
    expect(reserve({}, { ...putSpread(0.7), multiplier: 1n })).toBe(8_600_000)
  })

  it('is rounded up, so that the reservation never falls short', () => {
    const terms = { ...sampleOrder(option('SELL_TO_OPEN', P45, 1, 1.2345)).terms, multiplier: 7n }
    // 315.00 less 8.64 for seven shares: 43.76571 each.
    expect(reserve({ accountType: 'CASH' }, terms)).toBe(437_658)
  })

  it('is nothing for a quantity of none, for what only closes or frees, and without quotes', () => {
    const { terms } = sampleOrder(option('SELL_TO_OPEN', P45))
    expect(reserve({}, { ...terms, quantity: 0n })).toBe(0)
    expect(reserve({}, { ...terms, quantity: -1n })).toBe(0)
    expect(reserve({}, terms, { ACME: 50 })).toBe(0)
    expect(reserve({}, putSpread(0.7), { [P45]: 1 })).toBe(0)
    expect(reserve({ held: { [P45]: [1, 1] } }, sampleOrder(option('SELL_TO_CLOSE', P45)).terms)).toBe(0)
    // A covered call brings money in and takes nothing.
    expect(
      reserve({ held: { ACME: [100, 50] }, accountType: 'CASH' }, sampleOrder(option('SELL_TO_OPEN', C50)).terms),
    ).toBe(0)
  })
})
