import { describe, expect, it } from 'vitest'
import { barMarket, dollars, trader, walked } from '../testing/bar-market.ts'
import type { Bar, TermsDraft } from '../testing/bar-market.ts'
import { legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import { PLAIN_SETTINGS } from './account-book.ts'
import {
  entryRefusal,
  formRefusal,
  isMarketable,
  marketRefusal,
  positionRefusal,
  powerRefusal,
} from './order-refusal.ts'
import { isTradable } from './order.ts'
import type { Order, OrderTerms, TradableOrder } from './order.ts'

const BARS: readonly Bar[] = [
  [50, 52, 49, 51],
  [51, 53, 50, 52],
  [52, 54, 51, 53],
]

describe('a short sale', () => {
  it('of what cannot be borrowed is refused, of what can be is not', async () => {
    const one = trader(barMarket({ ACME: BARS }))
    const [id] = await one.place({ terms: { instruction: 'SELL_SHORT', orderType: 'LIMIT', limit: 60 } })
    const order = one.order(id)
    if (!isTradable(order)) throw new Error('no terms')
    const quote = { bid: dollars(50), ask: dollars(50), last: dollars(50) }
    const moment = { atMs: one.nowMs(), quotes: new Map([['ACME', quote]]), isAlwaysOpen: false }
    const refusal = (isShortable: boolean): string | null =>
      entryRefusal(one.book, moment, { terms: order.terms, reserve: dollars(60), isShortable })
    expect(refusal(false)).toBe('ACME cannot be sold short.')
    expect(refusal(true)).toBeNull()
  })

  it('holds back the larger of its limit and 1.03 times the ask', async () => {
    const one = trader(barMarket({ ACME: BARS }))
    const [low, high] = [
      await one.place({ terms: { instruction: 'SELL_SHORT', orderType: 'LIMIT', limit: 50.5 } }),
      await one.place({ terms: { instruction: 'SELL_SHORT', orderType: 'LIMIT', limit: 60 } }),
    ]
    expect([one.order(low[0]).reservePrice, one.order(high[0]).reservePrice]).toEqual([dollars(51.5), dollars(60)])
  })
})

describe('partial fills', () => {
  it('come out the same for a seed, differ for another, and end complete', async () => {
    const end = walked(BARS).at(-1)?.untilMs ?? 0
    const run = async (seed: string): Promise<number[]> => {
      const one = trader(barMarket({ ACME: BARS }), {
        settings: { ...PLAIN_SETTINGS, partialFills: { seed, percent: 90 } },
      })
      const [id, child] = await one.place({
        terms: { instruction: 'BUY', orderType: 'LIMIT', limit: 49.5, shares: 900 },
        children: [{ terms: { instruction: 'SELL', orderType: 'STOP', stop: 40, shares: 900 } }],
      })
      await one.playTo(end)
      expect(one.order(id)).toMatchObject({ status: 'FILLED', filled: 900n })
      expect(one.order(child)).toMatchObject({ status: 'WORKING' })
      return one.fills().map((fill) => fill.quantity)
    }
    const first = await run('one')
    expect(first.length).toBeGreaterThan(1)
    expect(first.reduce((sum, quantity) => sum + quantity, 0)).toBe(900)
    expect(await run('one')).toEqual(first)
    expect(await run('other')).not.toEqual(first)
  })
})

describe('a limit that must not be marketable', () => {
  it('is rejected when its session opens beyond it, and works when it does not', async () => {
    const bars = [[48, 52, 47, 51]] as const
    const one = trader({
      ...barMarket({ ACME: bars }),
      quote: async (symbol, at) =>
        at < (walked(bars)[0]?.fromMs ?? 0)
          ? { bid: dollars(50), ask: dollars(50), last: dollars(50) }
          : barMarket({ ACME: bars }).quote(symbol, at),
    })
    const [marketable] = await one.place({ terms: { instruction: 'BUY', orderType: 'NON_MARKETABLE', limit: 49 } })
    const [resting] = await one.place({ terms: { instruction: 'BUY', orderType: 'NON_MARKETABLE', limit: 47.5 } })
    await expect(one.place({ terms: { instruction: 'BUY', orderType: 'NON_MARKETABLE', limit: 50 } })).rejects.toThrow(
      'would trade at once',
    )
    expect(one.order(marketable)).toMatchObject({ status: 'PENDING_ACTIVATION' })
    await one.playTo(walked(bars).at(-1)?.untilMs ?? 0)
    expect(one.order(marketable)).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('would trade at once') as string,
    })
    expect(one.order(resting)).toMatchObject({ status: 'FILLED' })
    expect(one.fills()).toMatchObject([{ price: 47.5 }])
  })
})

const [C55, C60, P40, P45] = [optionOf('C55'), optionOf('C60'), optionOf('P40'), optionOf('P45')]
const QUOTES = { ACME: 50, BOLT: 20, [C55]: [2, 2.2], [C60]: [0.01, 0.02], [P40]: [0.3, 0.4], [P45]: [1, 1.1] } as const
const moment = sampleMoment(QUOTES)

const LIMIT: TermsDraft = { instruction: 'BUY', orderType: 'LIMIT', limit: 50 }
const OPTION: TermsDraft = { instruction: 'BUY_TO_OPEN', orderType: 'LIMIT', symbol: C55, shares: 1, limit: 2 }
const CABINET: TermsDraft = {
  instruction: 'SELL_TO_CLOSE',
  orderType: 'CABINET',
  symbol: C60,
  shares: 1,
  limit: 0.01,
  duration: 'DAY',
}
const PLAIN_SPREAD: TermsDraft = {
  instruction: 'SELL_TO_OPEN',
  orderType: 'NET_CREDIT',
  symbol: P45,
  shares: 1,
  legs: [legOf('SELL_TO_OPEN', P45), legOf('BUY_TO_OPEN', P40)],
}
const SPREAD: TermsDraft = { ...PLAIN_SPREAD, limit: 0.6 }
const EXERCISE: TermsDraft = {
  instruction: 'SELL_TO_CLOSE',
  orderType: 'EXERCISE',
  symbol: C55,
  shares: 1,
  duration: 'DAY',
  legs: [legOf('SELL_TO_CLOSE', C55), legOf('BUY', 'ACME', 100n)],
}

const REFUSED = {
  quantity: 'The quantity must be a positive whole number.',
  large: 'The quantity is larger than the brokerage takes.',
  tick: 'Prices from $1.00 up are in whole cents, below that in hundredths of a cent.',
  optionTick: 'Prices of options are in whole cents below $3.00, in five cents from there on.',
  optionSession: 'Options are traded in the normal session, and not for its close.',
  session: 'Outside the normal session only limit orders are taken.',
  atOnce: 'Fill or kill and immediate or cancel are for market and limit orders.',
  net: 'Orders of several legs are for the normal session, their net price in whole cents.',
  exercise: 'Options are exercised at the close of the day: session NORMAL, duration DAY.',
  resting: 'An order that must not be marketable cannot ask to be filled at once.',
  cabinetCloses: 'Cabinet orders only close options.',
  cabinetDay: 'Cabinet orders are for one day: session NORMAL, duration DAY.',
  cabinetPrice: 'Cabinet orders are priced at $0.01 or less, in tenths of a cent.',
} as const

describe('the form of an order', () => {
  const form = (draft: TermsDraft): string | null => formRefusal(sampleOrder(draft).terms, moment.quotes)

  it.each<[string, TermsDraft]>([
    ['a limit order', LIMIT],
    ['an order in one of an option', OPTION],
    ['a cabinet order', CABINET],
    ['a spread', SPREAD],
    ['a spread at the market', { ...PLAIN_SPREAD, orderType: 'MARKET' }],
    ['an exercise', EXERCISE],
    ['a stop order', { instruction: 'SELL', orderType: 'STOP', stop: 40 }],
  ])('of %s has nothing against it', (_, draft) => {
    expect(form(draft)).toBeNull()
  })

  it('has a quantity from one to ten million, counted for each leg', () => {
    const of = (shares: number): string | null => form({ ...LIMIT, shares })
    expect([of(-1), of(0), of(1)]).toEqual([REFUSED.quantity, REFUSED.quantity, null])
    expect([of(10_000_000), of(10_000_001)]).toEqual([null, REFUSED.large])
    const covered = (shares: number): string | null =>
      form({ ...SPREAD, shares, legs: [legOf('SELL_TO_OPEN', C55), legOf('BUY', 'ACME', 100n)] })
    expect([covered(100_000), covered(100_001)]).toEqual([null, REFUSED.large])
  })

  it('is in symbols that trade; other faults are named first', () => {
    expect(form({ ...LIMIT, symbol: 'GONE' })).toBe('Trading in GONE is halted.')
    expect(form({ ...LIMIT, symbol: 'GONE', limit: 50.005 })).toBe(REFUSED.tick)
    const legs = [legOf('SELL_TO_OPEN', P45), legOf('BUY', 'GONE')]
    expect(form({ ...SPREAD, legs })).toBe('Trading in GONE is halted.')
    expect(form({ ...SPREAD, legs, session: 'AM' })).toBe(REFUSED.net)
    const gone = optionOf('C70')
    expect(form({ ...CABINET, symbol: gone })).toBe(`Trading in ${gone} is halted.`)
    expect(form({ ...CABINET, symbol: gone, limit: 0.02 })).toBe(REFUSED.cabinetPrice)
  })

  it('of shares is priced in cents from a dollar up, below in hundredths of a cent', () => {
    const at = (limit: number): string | null => form({ ...LIMIT, limit })
    expect([at(1), at(50.01), at(50.005), at(1.0001), at(0.9999)]).toEqual([
      null,
      null,
      REFUSED.tick,
      REFUSED.tick,
      null,
    ])
    const stop = (price: number): string | null => form({ instruction: 'BUY', orderType: 'STOP', stop: price })
    expect([stop(60.01), stop(60.005), stop(0.1234)]).toEqual([null, REFUSED.tick, null])
    expect(form({ ...LIMIT, isTooFine: true })).toBe(REFUSED.tick)
    expect(form({ ...LIMIT, isTooFine: false })).toBeNull()
  })

  it('of options is priced in cents below three dollars, from there on in five cents', () => {
    const at = (limit: number): string | null => form({ ...OPTION, limit })
    expect([at(2.99), at(3), at(3.05), at(3.01), at(0.005)]).toEqual([
      null,
      null,
      null,
      REFUSED.optionTick,
      REFUSED.optionTick,
    ])
    const stop = (price: number): string | null =>
      form({ instruction: 'SELL_TO_CLOSE', orderType: 'STOP', symbol: C55, stop: price })
    expect([stop(2.99), stop(3.01)]).toEqual([null, REFUSED.optionTick])
    expect(form({ ...OPTION, isTooFine: true })).toBe(REFUSED.optionTick)
    // Shares are not priced like options.
    expect(form({ ...LIMIT, limit: 3.01 })).toBeNull()
  })

  it('of options is for the normal session, and not for its close', () => {
    expect(form({ ...OPTION, session: 'AM' })).toBe(REFUSED.optionSession)
    expect(form({ ...OPTION, session: 'SEAMLESS' })).toBe(REFUSED.optionSession)
    expect(form({ ...OPTION, orderType: 'LIMIT_ON_CLOSE' })).toBe(REFUSED.optionSession)
    expect(form({ ...OPTION, orderType: 'MARKET_ON_CLOSE' })).toBe(REFUSED.optionSession)
    expect(form({ ...LIMIT, orderType: 'LIMIT_ON_CLOSE' })).toBeNull()
  })

  it.each(['AM', 'PM', 'SEAMLESS'] as const)('takes only limits in the session %s', (session) => {
    expect(form({ ...LIMIT, session })).toBeNull()
    expect(form({ instruction: 'BUY', orderType: 'MARKET', session })).toBe(REFUSED.session)
    expect(form({ instruction: 'BUY', orderType: 'STOP', stop: 60, session })).toBe(REFUSED.session)
  })

  it.each(['FILL_OR_KILL', 'IMMEDIATE_OR_CANCEL'] as const)('takes %s for market and limit orders', (duration) => {
    expect(form({ ...LIMIT, duration })).toBeNull()
    expect(form({ instruction: 'BUY', orderType: 'MARKET', duration })).toBeNull()
    expect(form({ instruction: 'BUY', orderType: 'STOP', stop: 60, duration })).toBe(REFUSED.atOnce)
    expect(form({ ...LIMIT, orderType: 'LIMIT_ON_CLOSE', duration })).toBe(REFUSED.atOnce)
    expect(form({ ...LIMIT, orderType: 'NON_MARKETABLE', duration })).toBe(REFUSED.resting)
  })

  it('of several legs is for the normal session, priced in whole cents', () => {
    expect(form({ ...SPREAD, session: 'PM' })).toBe(REFUSED.net)
    expect(form({ ...SPREAD, limit: 0.605 })).toBe(REFUSED.net)
    expect(form({ ...SPREAD, isTooFine: true })).toBe(REFUSED.net)
    // A net price is not on the tick of options or shares.
    expect(form({ ...SPREAD, limit: 3.01 })).toBeNull()
  })

  it('of an exercise is for the close of the day', () => {
    expect(form({ ...EXERCISE, session: 'SEAMLESS' })).toBe(REFUSED.exercise)
    expect(form({ ...EXERCISE, duration: 'GOOD_TILL_CANCEL' })).toBe(REFUSED.exercise)
  })

  it('of a limit that must not be marketable waits', () => {
    expect(form({ ...LIMIT, orderType: 'NON_MARKETABLE' })).toBeNull()
    expect(form({ ...LIMIT, orderType: 'NON_MARKETABLE', duration: 'DAY' })).toBeNull()
  })

  it('of a cabinet order closes an option within the day, for a cent at most', () => {
    const cabinet = (more: Partial<TermsDraft>): string | null => form({ ...CABINET, ...more })
    expect(cabinet({ instruction: 'SELL_TO_OPEN' })).toBe(REFUSED.cabinetCloses)
    expect(cabinet({ instruction: 'SELL', symbol: 'ACME', assetType: 'EQUITY' })).toBe(REFUSED.cabinetCloses)
    expect(cabinet({ session: 'AM' })).toBe(REFUSED.cabinetDay)
    expect(cabinet({ duration: 'GOOD_TILL_CANCEL' })).toBe(REFUSED.cabinetDay)
    expect([cabinet({ limit: 0.001 }), cabinet({ limit: 0.009 }), cabinet({ limit: 0.01 })]).toEqual([null, null, null])
    expect([cabinet({ limit: 0.0105 }), cabinet({ limit: 0.011 }), cabinet({ limit: 0.0015 })]).toEqual([
      REFUSED.cabinetPrice,
      REFUSED.cabinetPrice,
      REFUSED.cabinetPrice,
    ])
    expect(cabinet({ isTooFine: true })).toBe(REFUSED.cabinetPrice)
    const { limit: _, ...unpriced } = CABINET
    expect(form(unpriced)).toBe(REFUSED.cabinetPrice)
  })
})

describe('the market objects', () => {
  const quote = { bid: dollars(49.9), ask: dollars(50.1), last: dollars(50) }
  const limit = (instruction: TermsDraft['instruction'], price: number): OrderTerms =>
    sampleOrder({ instruction, orderType: 'NON_MARKETABLE', limit: price }).terms

  it('to a limit that would trade at once where it must not', () => {
    const words = 'The order would trade at once, which a non-marketable order must not.'
    const refusals = [limit('BUY', 50.1), limit('BUY', 50.09), limit('SELL', 49.9), limit('SELL', 49.91)]
    expect(refusals.map((terms) => marketRefusal(terms, quote))).toEqual([words, null, words, null])
    expect(refusals.map((terms) => isMarketable(terms, quote))).toEqual([true, false, true, false])
    expect(marketRefusal({ ...limit('BUY', 60), orderType: 'LIMIT' }, quote)).toBeNull()
    expect(isMarketable(sampleOrder({ instruction: 'SELL', orderType: 'MARKET' }).terms, quote)).toBe(false)
  })

  it('to a cabinet order of an option that is worth more than a cent', () => {
    const { terms } = sampleOrder({ ...CABINET, description: 'ACME Mar 20 60 Call' })
    const bid = (at: number): string | null => marketRefusal(terms, { ...quote, bid: dollars(at) })
    expect([bid(0), bid(0.01)]).toEqual([null, null])
    expect(bid(0.02)).toBe(
      'ACME Mar 20 60 Call is not worthless: there is a bid of $0.02. Close it with a limit order.',
    )
    expect(marketRefusal({ ...terms, orderType: 'LIMIT' }, quote)).toBeNull()
  })
})

describe('the position of a leg', () => {
  const refusal = (sample: SampleBook, draft: TermsDraft, excluded?: ReadonlySet<bigint>): string | null => {
    const { terms } = sampleOrder(draft)
    return positionRefusal(sampleBook(sample), terms, terms.quantity, excluded)
  }
  const order = (instruction: TermsDraft['instruction'], shares = 100, symbol = 'ACME'): TermsDraft => ({
    instruction,
    orderType: 'MARKET',
    shares,
    symbol,
  })
  const claims = (draft: TermsDraft): readonly Order[] => [sampleOrder(draft)]

  it('is opened on the side it is on', () => {
    const long = { held: { ACME: [100, 50], [P45]: [1, 1] } } as const
    const short = { held: { ACME: [-100, 50], [P45]: [-1, 1] } } as const
    expect(refusal(short, order('BUY'))).toBe('ACME is held short; close it with BUY_TO_COVER.')
    expect(refusal(long, order('SELL_SHORT'))).toBe('ACME is held long; a short sale cannot close it.')
    expect(refusal(short, order('BUY_TO_OPEN', 1, P45))).toBe('Acme Works Inc is written; close it with BUY_TO_CLOSE.')
    expect(refusal(long, order('SELL_TO_OPEN', 1, P45))).toBe('Acme Works Inc is held; close it with SELL_TO_CLOSE.')
    for (const sample of [{}, long]) {
      expect(refusal(sample, order('BUY'))).toBeNull()
      expect(refusal(sample, order('BUY_TO_OPEN', 1, P45))).toBeNull()
    }
    for (const sample of [{}, short]) {
      expect(refusal(sample, order('SELL_SHORT'))).toBeNull()
      expect(refusal(sample, order('SELL_TO_OPEN', 1, P45))).toBeNull()
    }
  })

  it('is not sold short in a cash account', () => {
    expect(refusal({ accountType: 'CASH' }, order('SELL_SHORT'))).toBe('A cash account cannot sell short.')
    expect(refusal({ accountType: 'CASH' }, order('BUY'))).toBeNull()
  })

  it('is sold as far as it is held and not claimed', () => {
    const held = { ACME: [100, 50] as const }
    expect(refusal({ held }, order('SELL'))).toBeNull()
    expect(refusal({ held }, order('SELL', 101))).toBe(
      'The order is for 101 of ACME, but only 100 held and not claimed by other orders.',
    )
    expect(refusal({ held, orders: claims(order('SELL', 30)) }, order('SELL', 70))).toBeNull()
    expect(refusal({ held, orders: claims(order('SELL', 30)) }, order('SELL', 71))).toContain('but only 70 held')
    expect(refusal({ held, orders: claims(order('SELL', 30)) }, order('SELL', 71), new Set([1n]))).toBeNull()
    expect(refusal({ held, orders: claims(order('SELL', 300)) }, order('SELL', 1))).toContain('but only 0 held')
    expect(refusal({ held: { ACME: [-100, 50] } }, order('SELL', 1))).toContain('but only 0 held')
  })

  it('is bought back as far as it is short and not claimed', () => {
    const held = { ACME: [-100, 50] as const }
    expect(refusal({ held }, order('BUY_TO_COVER'))).toBeNull()
    expect(refusal({ held }, order('BUY_TO_COVER', 101))).toBe(
      'The order is for 101 of ACME, but only 100 short and not claimed by other orders.',
    )
    expect(refusal({ held, orders: claims(order('BUY_TO_COVER', 30)) }, order('BUY_TO_COVER', 71))).toContain(
      'but only 70 short',
    )
    expect(refusal({ held: { ACME: [100, 50] } }, order('BUY_TO_COVER', 1))).toContain('but only 0 short')
  })

  it('counts by the ratio of each leg', () => {
    const legs = [legOf('SELL', 'ACME', 100n), legOf('BUY_TO_CLOSE', C55)]
    const unwind: TermsDraft = { instruction: 'SELL', orderType: 'NET_CREDIT', limit: 48, shares: 2, legs }
    expect(refusal({ held: { ACME: [200, 50], [C55]: [-2, 1] } }, unwind)).toBeNull()
    expect(refusal({ held: { ACME: [199, 50], [C55]: [-2, 1] } }, unwind)).toContain('is for 200 of ACME, but only 199')
    expect(refusal({ held: { ACME: [200, 50], [C55]: [-1, 1] } }, unwind)).toContain(`is for 2 of ${C55}, but only 1`)
  })

  it('is not sold where it covers written calls, or calls that an order writes', () => {
    const held = { ACME: [250, 50] as const, [C55]: [-1, 1] as const }
    expect(refusal({ held }, order('SELL', 150))).toBeNull()
    expect(refusal({ held }, order('SELL', 151))).toBe(
      'The order is for 151 of ACME, but only 150 held and not claimed by other orders.',
    )
    const orders = [sampleOrder(order('SELL_TO_OPEN', 1, C60)), sampleOrder(order('SELL', 20), { orderId: 2n })]
    expect(refusal({ held, orders }, order('SELL', 30))).toBeNull()
    expect(refusal({ held, orders }, order('SELL', 31))).toContain('but only 30 held')
    expect(refusal({ held, orders }, order('SELL', 51), new Set([2n]))).toContain('but only 50 held')
    expect(refusal({ held, orders }, order('SELL', 131), new Set([1n]))).toContain('but only 130 held')
    // After a split fewer shares may be held than the calls need.
    expect(refusal({ held: { ACME: [50, 50], [C55]: [-1, 1] } }, order('SELL', 1))).toContain('but only 0 held')
    // A short sale or a purchase is of other shares.
    expect(refusal({ held: { [C55]: [-1, 1] } }, order('SELL_SHORT', 1))).toBeNull()
    expect(refusal({ held: { [C55]: [-1, 1] } }, order('BUY', 1))).toBeNull()
  })

  it('of written calls needs shares that cover them', () => {
    expect(refusal({ held: { ACME: [100, 50] } }, order('SELL_TO_OPEN', 1, C55))).toBeNull()
    expect(refusal({ held: { ACME: [99, 50] } }, order('SELL_TO_OPEN', 1, C55))).toContain('needs 100 of ACME')
  })
})

describe('buying power', () => {
  it('is enough to the last cent', () => {
    const book = sampleBook({ accountType: 'CASH', cash: 1_000 })
    expect(powerRefusal(book, moment, 100_000n)).toBeNull()
    expect(powerRefusal(book, moment, 100_001n)).toBe(
      'The order needs $1,000.01 of buying power; $1,000.00 is available.',
    )
    expect(powerRefusal(sampleBook({ accountType: 'CASH', cash: -5 }), moment, 1n)).toContain('$0.00 is available')
  })

  it('counts the reservations of other orders, except of those left out', () => {
    const orders = [sampleOrder(LIMIT, { reservePrice: dollars(5) })]
    const book = sampleBook({ accountType: 'CASH', cash: 1_000, orders })
    expect(powerRefusal(book, moment, 50_001n)).toContain('$500.00 is available')
    expect(powerRefusal(book, moment, 50_001n, new Set([1n]))).toBeNull()
  })
})

describe('the entry of an order', () => {
  const entry = (
    sample: SampleBook,
    draft: TermsDraft,
    more: { reserve?: number; excluded?: ReadonlySet<bigint>; isShortable?: boolean } = {},
  ): string | null => {
    const { terms }: TradableOrder = sampleOrder(draft)
    const { reserve = 50, isShortable = true, excluded } = more
    return entryRefusal(sampleBook(sample), moment, { terms, reserve: dollars(reserve), isShortable }, excluded)
  }
  const order = (instruction: TermsDraft['instruction'], stop: number): TermsDraft => ({
    instruction,
    orderType: 'STOP',
    stop,
  })
  const trail = (instruction: TermsDraft['instruction'], offset: number): TermsDraft => ({
    instruction,
    orderType: 'TRAILING_STOP',
    trail: { offset: dollars(offset), isPercent: false },
  })
  const long = { held: { ACME: [100, 50] } } as const

  it('has a form, and a symbol that trades', () => {
    expect(entry({}, { ...LIMIT, shares: 0 })).toBe(REFUSED.quantity)
    expect(entry({}, { ...LIMIT, symbol: 'GONE' })).toBe('Trading in GONE is halted.')
    expect(entry({}, LIMIT)).toBeNull()
  })

  it('needs a stop on the far side of the market', () => {
    const above = 'The stop price of a buy order must be above the current ask.'
    const below = 'The stop price of a sell order must be below the current bid.'
    expect([entry({}, order('BUY', 50)), entry({}, order('BUY', 50.01))]).toEqual([above, null])
    expect([entry(long, order('SELL', 50)), entry(long, order('SELL', 49.99))]).toEqual([below, null])
    const limits = { orderType: 'STOP_LIMIT', limit: 50 } as const
    expect(entry({}, { ...order('BUY', 49), ...limits })).toBe(above)
    expect(entry(long, { ...order('SELL', 51), ...limits })).toBe(below)
  })

  it('sets a trailing stop off from the last price', () => {
    expect([entry({}, trail('BUY', 2)), entry(long, trail('SELL', 2))]).toEqual([null, null])
    expect(entry({}, trail('BUY', 0))).toContain('above the current ask')
    expect(entry(long, trail('SELL', 0))).toContain('below the current bid')
  })

  it('needs buying power: of shares their price, of options on margin twice theirs', () => {
    const cash = { accountType: 'CASH', cash: 5_000 } as const
    expect(entry(cash, LIMIT)).toBeNull()
    expect(entry(cash, LIMIT, { reserve: 50.01 })).toContain('needs $5,001.00 of buying power')
    expect(entry(cash, { ...OPTION, shares: 25 }, { reserve: 2 })).toBeNull()
    expect(entry(cash, { ...OPTION, shares: 26 }, { reserve: 2 })).toContain('needs $5,200.00')
    // 5,000.00 of cash buys shares for 10,000.00 on margin, and options for 5,000.00.
    expect(entry({ cash: 5_000 }, { ...LIMIT, shares: 200 })).toBeNull()
    expect(entry({ cash: 5_000 }, { ...LIMIT, shares: 201 })).toContain('needs $10,050.00')
    expect(entry({ cash: 5_000 }, { ...OPTION, shares: 25 }, { reserve: 2 })).toBeNull()
    expect(entry({ cash: 5_000 }, { ...OPTION, shares: 26 }, { reserve: 2 })).toContain('needs $10,400.00')
  })

  it('needs no buying power to close', () => {
    const broke = { accountType: 'CASH', cash: -100, held: { ACME: [100, 50], [C55]: [1, 2] } } as const
    expect(entry(broke, { ...LIMIT, instruction: 'SELL' }, { reserve: 0 })).toBeNull()
    expect(entry(broke, { ...OPTION, instruction: 'SELL_TO_CLOSE' }, { reserve: 0 })).toBeNull()
  })

  it('of a spread needs twice its greatest loss on margin, in place of the orders left out', () => {
    // Five dollars between the strikes, 0.60 of them paid by the credit.
    expect(entry({ cash: 440 }, SPREAD)).toBeNull()
    expect(entry({ cash: 439 }, SPREAD)).toContain('needs $880.00 of buying power; $878.00 is available.')
    const orders = [sampleOrder(LIMIT, { reservePrice: dollars(5) })]
    expect(entry({ cash: 440, orders }, SPREAD)).toContain('$380.00 is available')
    expect(entry({ cash: 440, orders }, SPREAD, { excluded: new Set([1n]) })).toBeNull()
  })

  it('must not open under a margin call', () => {
    const called = { cash: -4_000, held: { ACME: [100, 50] } } as const
    expect(entry(called, LIMIT)).toBe('The account has a margin call: only closing orders are taken.')
    expect(entry(called, { ...LIMIT, instruction: 'SELL' }, { reserve: 0 })).toBeNull()
    // With thirty percent of 5,000.00 left there is no call, but no buying power either.
    expect(entry({ ...called, cash: -3_500 }, { ...LIMIT, shares: 1 })).toContain('of buying power')
  })

  it('is of shares that can be borrowed, for a short sale', () => {
    expect(entry({}, { ...LIMIT, instruction: 'SELL_SHORT' }, { isShortable: false })).toBe(
      'ACME cannot be sold short.',
    )
    expect(entry({}, LIMIT, { isShortable: false })).toBeNull()
  })

  it('minds the market last: a limit that must not be marketable, a cabinet order', () => {
    expect(entry({}, { ...LIMIT, orderType: 'NON_MARKETABLE' })).toContain('would trade at once')
    expect(entry({}, { ...LIMIT, orderType: 'NON_MARKETABLE', limit: 49 })).toBeNull()
    expect(entry({ held: { [C55]: [1, 2] } }, { ...CABINET, symbol: C55 })).toContain('there is a bid of $2.00')
  })
})
