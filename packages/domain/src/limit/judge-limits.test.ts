import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { dayTime, type EntryDraft, entryWith, type LegsDraft, type OrderDraft } from '../order/order-draft.ts'
import { unknownMarket } from '../order/order-fault.ts'
import { type AccountLimits, noLimits } from './account-limits.ts'
import { judgeLimits, limitUses, type LimitDay } from './judge-limits.ts'
import { type LimitBook, type LimitPosition, measureBook, totalHeat } from './limit-book.ts'
import { type OrderOpening, openingOfOrder } from './order-opening.ts'

const decimal = (value: Decimal.Value) => new Decimal(value)
const quiet: LimitDay = { loss: decimal(0), isStopped: false }
const market = { last: decimal(50), bid: decimal('49.99'), ask: decimal('50.01') }

type Terms = EntryDraft['terms']

/** To buy 100 ACME at 50.00, with a stop at 48.00: a heat of 200.00 and a size of 5,000.00. */
const draft = (more: Partial<Terms> = {}, stop: number | null = 48): EntryDraft => {
  const terms: Terms = {
    symbol: 'ACME',
    instruction: 'BUY',
    quantity: '100',
    price: { type: 'LIMIT', limitPrice: '50' },
    ...dayTime,
    ...more,
  }
  const exit: Terms = { ...terms, instruction: 'SELL', price: { type: 'STOP', stopPrice: String(stop) } }
  return entryWith(terms, stop === null ? null : exit)
}
const opening = (more: Partial<Terms> = {}, stop: number | null = 48): OrderOpening =>
  openingOfOrder(draft(more, stop), market)!

const held = (more: Partial<LimitPosition> = {}): LimitPosition => ({
  symbol: 'ACME',
  quantity: decimal(100),
  averagePrice: decimal(50),
  lastPrice: decimal(51),
  multiplier: 1,
  stops: [{ orderId: '1', groupId: '1', quantity: decimal(100), stopPrice: decimal(48) }],
  ...more,
})
const book = (more: Partial<LimitBook> = {}): LimitBook => ({
  accountValue: decimal(100_000),
  positions: [],
  entries: [],
  ...more,
})
const texts = (limits: Partial<AccountLimits>, of: LimitBook, one = opening(), day = quiet) =>
  judgeLimits({ ...noLimits, ...limits }, of, { opening: one, replaced: null }, day).map(({ text }) => text)
const heatOf = (of: LimitBook, withoutStop = 100) => totalHeat(measureBook(of, decimal(withoutStop))).toNumber()

describe('what an order opens', () => {
  test('is nothing for an order that closes', () => {
    for (const instruction of ['SELL', 'BUY_TO_COVER', 'SELL_TO_CLOSE', 'BUY_TO_CLOSE'] as const)
      expect(openingOfOrder(draft({ instruction }, null), market)).toBeNull()
  })

  test('is nothing for the exits of a position, and the entry alone of a bracket', () => {
    const { terms, exits } = draft()
    const target = { ...terms, instruction: 'SELL' as const, price: { type: 'LIMIT', limitPrice: '55' } as const }
    const pair: OrderDraft = { kind: 'PAIR', orders: [target, exits[0]!] }
    expect(openingOfOrder(pair, market)).toBeNull()
    expect(openingOfOrder({ kind: 'ENTRY', terms, exits: [target, exits[0]!] }, market)).toEqual(opening())
  })

  test('is all legs of a spread at its net price, and nothing when every leg closes', () => {
    const legs: LegsDraft = {
      kind: 'LEGS',
      quantity: '2',
      price: { type: 'NET_CREDIT', net: '0.6' },
      legs: [
        { symbol: 'ACME  261218P00045000', instruction: 'SELL_TO_OPEN', ratio: '1' },
        { symbol: 'ACME  261218P00040000', instruction: 'BUY_TO_OPEN', ratio: '1' },
      ],
      ...dayTime,
    }
    const spread = openingOfOrder(legs, unknownMarket)!
    expect(heatOf(book({ entries: [spread] }))).toBe(880)
    const closing = legs.legs.map((leg) => ({ ...leg, instruction: 'BUY_TO_CLOSE' as const }))
    expect(openingOfOrder({ ...legs, legs: closing }, unknownMarket)).toBeNull()
  })

  test('of a buy-write is what the shares cost less the premium', () => {
    const legs: LegsDraft = {
      kind: 'LEGS',
      quantity: '1',
      price: { type: 'NET_DEBIT', net: '48' },
      legs: [
        { symbol: 'ACME', instruction: 'BUY', ratio: '100' },
        { symbol: 'ACME  261218C00055000', instruction: 'SELL_TO_OPEN', ratio: '1' },
      ],
      ...dayTime,
    }
    expect(heatOf(book({ entries: [openingOfOrder(legs, unknownMarket)!] }))).toBe(4_800)
  })

  test('is measured at the worst price it accepts, a market order at the quote', () => {
    const price = (more: Partial<Terms>) => opening(more).price?.toNumber()
    expect(price({ price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '51.5' } })).toBe(51.5)
    expect(price({ price: { type: 'STOP', stopPrice: '51' } })).toBe(51)
    expect(price({ price: { type: 'MARKET' } })).toBe(50.01)
    expect(price({ price: { type: 'MARKET' }, instruction: 'SELL_SHORT' })).toBe(49.99)
    expect(openingOfOrder(draft({ price: { type: 'MARKET' } }), unknownMarket)?.price).toBeNull()
  })
})

describe('heat', () => {
  test('is the loss at the stops, and the whole value without one', () => {
    expect(heatOf(book({ positions: [held()] }))).toBe(200)
    expect(heatOf(book({ positions: [held({ stops: [] })] }))).toBe(5_100)
    expect(heatOf(book({ positions: [held({ stops: [] })] }), 20)).toBe(1_020)
  })

  test('of a position with a stop for a part counts the rest as without one', () => {
    const stops = [{ orderId: '1', groupId: '1', quantity: decimal(60), stopPrice: decimal(48) }]
    expect(heatOf(book({ positions: [held({ stops })] }))).toBe(60 * 2 + 40 * 51)
  })

  test('of a trailing stop without a reported price counts the whole value', () => {
    const stops = [{ orderId: '1', groupId: '1', quantity: decimal(100), stopPrice: null }]
    expect(heatOf(book({ positions: [held({ stops })] }))).toBe(5_100)
  })

  test('of working entries is added', () => {
    expect(heatOf(book({ positions: [held()], entries: [opening(), opening({}, null)] }))).toBe(200 + 200 + 5_000)
  })

  test('of a spread is its greatest loss, as a position and as an entry', () => {
    const call = (strike: number) => `ACME  261218C00${strike}000`
    const bought = held({
      symbol: call(100),
      multiplier: 100,
      quantity: decimal(1),
      averagePrice: decimal(5),
      stops: [],
    })
    const written = { ...bought, symbol: call(110), quantity: decimal(-1), averagePrice: decimal(2) }
    expect(heatOf(book({ positions: [bought, written] }))).toBe(300)
    const spread: OrderOpening = {
      underlying: 'ACME',
      quantity: decimal(2),
      legs: [
        { symbol: call(100), ratio: decimal(-1) },
        { symbol: call(110), ratio: decimal(1) },
      ],
      price: decimal(-3),
      stop: null,
    }
    expect(heatOf(book({ entries: [spread] }))).toBe(1_400)
    expect(texts({ openHeat: decimal(1_000) }, book(), spread)).toEqual([
      'Heat would be $1,400.00; the limit is $1,000.00. At most 1 spread fits.',
    ])
  })

  test('of a covered call is none, and shares cover one call only once', () => {
    const call = opening({ symbol: 'ACME  261218C00055000', instruction: 'SELL_TO_OPEN', quantity: '1' }, null)
    const shares = book({ positions: [held()] })
    expect(heatOf({ ...shares, entries: [call] })).toBe(200)
    expect(heatOf({ ...shares, entries: [call, call] })).toBe(200 + 5_500)
  })

  test('of a contract bought is its price, or the loss at its stop', () => {
    const terms = { symbol: 'ACME  261218C00055000', instruction: 'BUY_TO_OPEN', quantity: '2' } as const
    const price = { type: 'LIMIT', limitPrice: '3' } as const
    expect(heatOf(book({ entries: [opening({ ...terms, price }, null)] }))).toBe(600)
    expect(heatOf(book({ entries: [opening({ ...terms, price }, 2)] }))).toBe(200)
  })
})

describe('a limit', () => {
  test('holds at its figure and breaks one cent below it, and says what fits', () => {
    const one = book({ positions: [held({ symbol: 'OTHER' })] })
    expect(texts({ openHeat: decimal(400) }, one)).toEqual([])
    expect(texts({ openHeat: decimal('399.99') }, one)).toEqual([
      'Heat would be $400.00; the limit is $399.99. At most 99 shares fit.',
    ])
    expect(texts({ openHeat: decimal(202) }, one)).toEqual([
      'Heat would be $400.00; the limit is $202.00. At most 1 share fits.',
    ])
    expect(texts({ openHeat: decimal(200) }, one)).toEqual([
      'Heat would be $400.00; the limit is $200.00. Not one share fits.',
    ])
  })

  test('of heat in percent is of the account value', () => {
    expect(texts({ openHeatPercent: decimal('0.2') }, book())).toEqual([])
    expect(texts({ openHeatPercent: decimal('0.15') }, book())).toEqual([
      'Heat would be 0.20% of the account value; the limit is 0.15% of the account value. At most 75 shares fit.',
    ])
    expect(texts({ openHeatPercent: decimal(1) }, book({ accountValue: decimal(0) }))).toEqual([
      'Heat cannot be measured: the account has no value.',
    ])
  })

  test('of the size counts what is held and what works in the same underlying', () => {
    const of = book({ positions: [held()], entries: [opening()] })
    expect(texts({ largestPosition: decimal(15_100) }, of)).toEqual([])
    expect(texts({ largestPosition: decimal(15_099) }, of)).toEqual([
      'The position in ACME would be $15,100.00; the limit is $15,099.00. At most 99 shares fit.',
    ])
    expect(texts({ largestPositionPercent: decimal(15) }, of)).toHaveLength(1)
    expect(texts({ largestPosition: decimal(5_000) }, book({ positions: [held({ symbol: 'OTHER' })] }))).toEqual([])
  })

  test('of open positions counts entries, and lets a position grow', () => {
    const of = book({ positions: [held({ symbol: 'ONE' })], entries: [opening({ symbol: 'TWO' })] })
    expect(texts({ openPositions: 3 }, of)).toEqual([])
    expect(texts({ openPositions: 2 }, of)).toEqual([
      'With ACME there would be 3 open positions; the limit of this account is 2, working entries included.',
    ])
    expect(texts({ openPositions: 1 }, of, opening({ symbol: 'TWO' }))).toEqual([])
  })

  test('of symbols allows a list, or all but a list', () => {
    expect(texts({ symbolRule: 'ALLOW', symbols: ['SPY', 'QQQ'] }, book())).toEqual([
      'This account opens only SPY, QQQ; ACME is not among them.',
    ])
    expect(texts({ symbolRule: 'ALLOW', symbols: ['ACME'] }, book())).toEqual([])
    expect(texts({ symbolRule: 'BLOCK', symbols: ['ACME'] }, book())).toEqual([
      'ACME is on the list of symbols that this account does not open.',
    ])
  })

  test('of the daily loss stops at its figure, and stays when the loss shrinks', () => {
    const limits = { dailyLoss: decimal(500) }
    const lost = (loss: number | null, isStopped = false) =>
      texts(limits, book(), opening(), { loss: loss === null ? null : decimal(loss), isStopped })
    const until = 'No entries until the next session; orders that close a position go out as always.'
    expect(lost(499.99)).toEqual([])
    expect(lost(500)).toEqual([`The account has lost $500.00 today; its daily limit is $500.00. ${until}`])
    expect(lost(100, true)).toEqual([`The daily loss of this account was reached today. ${until}`])
    expect(lost(null, true)).toHaveLength(1)
    expect(lost(null)).toEqual([])
  })

  test('that needs a price refuses an order without one', () => {
    const unpriced = openingOfOrder(draft({ price: { type: 'MARKET' } }), unknownMarket)!
    expect(texts({ largestPosition: decimal(1) }, book(), unpriced)).toEqual([
      'There is no price for ACME to measure this order by. Use an order with a price.',
    ])
    expect(texts({ openPositions: 5 }, book(), unpriced)).toEqual([])
  })

  test('lets contracts through that lower the heat, on a stopped day too', () => {
    const naked = held({
      symbol: 'ACME  261218C00100000',
      quantity: decimal(-1),
      averagePrice: decimal(2),
      multiplier: 100,
      stops: [],
    })
    const cover = opening(
      {
        symbol: 'ACME  261218C00110000',
        instruction: 'BUY_TO_OPEN',
        quantity: '1',
        price: { type: 'LIMIT', limitPrice: '1' },
      },
      null,
    )
    const stopped = { loss: decimal(900), isStopped: true }
    const limits = { openHeat: decimal(1), dailyLoss: decimal(500) }
    expect(texts(limits, book({ positions: [naked] }), cover, stopped)).toEqual([])
    expect(texts(limits, book(), cover, stopped)).toHaveLength(2)
  })
})

describe('a change of a working entry', () => {
  const stopped = { loss: decimal(900), isStopped: true }
  const changed = (limits: Partial<AccountLimits>, to: OrderOpening, day = quiet, of = book()) =>
    judgeLimits({ ...noLimits, ...limits }, of, { opening: to, replaced: opening() }, day).map(({ kind }) => kind)
  const limits = { openHeat: decimal(100), largestPosition: decimal(1_000), dailyLoss: decimal(500) }

  test('that raises nothing passes in an account that is past its limits, and on a stopped day', () => {
    expect(changed(limits, opening({ quantity: '60' }), stopped)).toEqual([])
    expect(changed(limits, opening(), stopped)).toEqual([])
    expect(changed({ ...limits, symbolRule: 'BLOCK', symbols: ['ACME'] }, opening({}, 49))).toEqual([])
  })

  test('that raises a figure is judged like a new order', () => {
    expect(changed(limits, opening({ quantity: '101' }), stopped)).toEqual(['dailyLoss', 'openHeat', 'largestPosition'])
    // A wider stop raises the heat alone.
    expect(changed(limits, opening({}, 47))).toEqual(['openHeat'])
  })

  test('takes no second place among the open positions', () => {
    expect(changed({ openPositions: 1 }, opening())).toEqual([])
    const full = book({ positions: [held({ symbol: 'ONE' }), held({ symbol: 'TWO' })] })
    expect(changed({ openPositions: 1 }, opening(), quiet, full)).toEqual([])
  })
})

test('the use of limits names the largest position, or that of a code', () => {
  const of = book({ positions: [held(), held({ symbol: 'OTHER', quantity: decimal(10) })] })
  const limits = { ...noLimits, largestPosition: decimal(6_000), openPositions: 5, dailyLoss: decimal(500) }
  expect(limitUses(limits, of, { loss: decimal(-20), isStopped: false })).toEqual([
    { measure: 'dailyLoss', used: decimal(0), limit: decimal(500), code: null },
    { measure: 'largestPosition', used: decimal(5_100), limit: decimal(6_000), code: 'ACME' },
    { measure: 'openPositions', used: decimal(2), limit: decimal(5), code: null },
  ])
  expect(limitUses(limits, of, quiet, 'OTHER')[1]).toMatchObject({ used: decimal(510), code: 'OTHER' })
})
