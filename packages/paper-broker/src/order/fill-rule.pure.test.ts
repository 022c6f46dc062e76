// The table of fill rules: each order type on a quote and on a bar, including gaps at the open and the path inside the
// bar.
import { describe, expect, it } from 'vitest'
import { price, priceNumber } from '../money/money.ts'
import type { Bar, TermsDraft, TreeDraft } from '../testing/bar-market.ts'
import { barMarket, dollars, trader, walked } from '../testing/bar-market.ts'
import { sampleOrder } from '../testing/sample-book.ts'
import {
  closingPrice,
  fillPrice,
  isStopReached,
  limitOf,
  rankOf,
  stopOf,
  trailStop,
  triggered,
  waitsFor,
} from './fill-rule.ts'

/**
 * Returns the prices at which a tree placed the evening before trades on bars; the evening's price is the first bar's
 * open.
 */
async function playBars(
  bars: readonly Bar[],
  tree: TreeDraft,
  slippage = 0,
  held: TermsDraft | null = null,
): Promise<number[]> {
  // A quiet day comes first, so that the evening's price is not the open under test.
  const quiet: Bar = [50, 50, 50, 50]
  const one = trader(barMarket({ ACME: [quiet, ...bars] }), { settings: { slippage: dollars(slippage) } })
  const days = walked([quiet, ...bars])
  if (held !== null) await one.place({ terms: held })
  await one.playTo((days[0]?.untilMs ?? 0) + 1)
  const before = one.fills().length
  await one.place(tree)
  await one.playTo(days.at(-1)?.untilMs ?? 0)
  return one
    .fills()
    .slice(before)
    .map((fill) => fill.price)
}

const LONG: TermsDraft = { instruction: 'BUY', orderType: 'MARKET' }
const SHORT: TermsDraft = { instruction: 'SELL_SHORT', orderType: 'MARKET' }
const buy = (terms: Omit<TermsDraft, 'instruction'>): TreeDraft => ({ terms: { instruction: 'BUY', ...terms } })
const sell = (terms: Omit<TermsDraft, 'instruction'>): TreeDraft => ({ terms: { instruction: 'SELL', ...terms } })

describe('on a bar', () => {
  it.each<[string, Bar, TreeDraft, number[], TermsDraft | null]>([
    [
      'a limit buy at the open when it gaps below',
      [47, 49, 46, 48],
      buy({ orderType: 'LIMIT', limit: 48 }),
      [47],
      null,
    ],
    [
      'a limit buy at its limit when the bar comes down to it',
      [50, 51, 47, 49],
      buy({ orderType: 'LIMIT', limit: 48 }),
      [48],
      null,
    ],
    [
      'a limit buy at its limit when the low only touches it',
      [50, 51, 48, 49],
      buy({ orderType: 'LIMIT', limit: 48 }),
      [48],
      null,
    ],
    [
      'a limit buy not at all when the bar stays above',
      [50, 51, 48.01, 49],
      buy({ orderType: 'LIMIT', limit: 48 }),
      [],
      null,
    ],
    [
      'a limit sell at the open when it gaps above',
      [53, 54, 52, 53],
      sell({ orderType: 'LIMIT', limit: 52 }),
      [53],
      LONG,
    ],
    [
      'a limit sell at its limit when the bar comes up to it',
      [50, 53, 49, 50],
      sell({ orderType: 'LIMIT', limit: 52 }),
      [52],
      LONG,
    ],
    [
      'a buy stop at the open when it gaps above, worse than the stop',
      [55, 56, 54, 55],
      buy({ orderType: 'STOP', stop: 52 }),
      [55],
      null,
    ],
    [
      'a buy stop at its stop when the bar comes up to it',
      [50, 53, 49, 50],
      buy({ orderType: 'STOP', stop: 52 }),
      [52],
      null,
    ],
    [
      'a sell stop at the open when it gaps below, worse than the stop',
      [45, 46, 44, 45],
      sell({ orderType: 'STOP', stop: 48 }),
      [45],
      LONG,
    ],
    [
      'a sell stop at its stop when the bar comes down to it',
      [50, 51, 47, 49],
      sell({ orderType: 'STOP', stop: 48 }),
      [48],
      LONG,
    ],
    [
      'a stop to cover at the open when it gaps above',
      [55, 56, 54, 55],
      { terms: { instruction: 'BUY_TO_COVER', orderType: 'STOP', stop: 52 } },
      [55],
      SHORT,
    ],
    [
      'a stop-limit at its stop when the limit allows it',
      [50, 53, 49, 50],
      buy({ orderType: 'STOP_LIMIT', stop: 52, limit: 52.5 }),
      [52],
      null,
    ],
    [
      'a stop-limit that gaps over its limit when the rest comes back',
      [54, 55, 52, 53],
      buy({ orderType: 'STOP_LIMIT', stop: 52, limit: 52.5 }),
      [52.5],
      null,
    ],
    [
      'a stop-limit not at all when the rest does not come back',
      [54, 55, 53, 54],
      buy({ orderType: 'STOP_LIMIT', stop: 52, limit: 52.5 }),
      [],
      null,
    ],
    [
      'a stop-limit never before its stop, though the limit was passed',
      [50, 51, 49, 50],
      buy({ orderType: 'STOP_LIMIT', stop: 52, limit: 52.5 }),
      [],
      null,
    ],
    // Low first: 49 stays within the trail, 53 raises the stop to 51, which the way to the close touches.
    [
      'a trailing stop behind the best price of the bar',
      [50, 53, 49, 50],
      sell({ orderType: 'TRAILING_STOP', trail: { offset: dollars(2), isPercent: false } }),
      [51],
      LONG,
    ],
    // The same trail, with a limit 0.25 below the stop of 51 that the bar passes on its way down.
    [
      'a trailing stop-limit at its stop when the limit allows it',
      [50, 53, 49, 50],
      sell({
        orderType: 'TRAILING_STOP_LIMIT',
        trail: { offset: dollars(2), isPercent: false },
        limitOffset: dollars(0.25),
      }),
      [51],
      LONG,
    ],
    [
      'a trailing stop-limit by a price of its own',
      [50, 53, 49, 50],
      sell({ orderType: 'TRAILING_STOP_LIMIT', trail: { offset: dollars(2), isPercent: false }, limit: 50.9 }),
      [51],
      LONG,
    ],
  ])('fills %s', async (_, bar, tree, prices, held) => {
    expect(await playBars([bar], tree, 0, held)).toEqual(prices)
  })

  it('fills a market order at the next open, with slippage to its disadvantage', async () => {
    expect(await playBars([[51, 52, 50, 51]], buy({ orderType: 'MARKET' }), 0.05)).toEqual([51.05])
    expect(await playBars([[51, 52, 50, 51]], sell({ orderType: 'MARKET' }), 0.05, LONG)).toEqual([50.95])
    expect(await playBars([[55, 56, 54, 55]], buy({ orderType: 'STOP', stop: 52 }), 0.05)).toEqual([55.05])
    expect(await playBars([[50, 53, 49, 50]], buy({ orderType: 'STOP', stop: 52 }), 0.05)).toEqual([52.05])
  })

  it('fills orders for the close at the close, a limit only when it is met', async () => {
    expect(await playBars([[50, 53, 49, 51.5]], buy({ orderType: 'MARKET_ON_CLOSE', duration: 'DAY' }))).toEqual([51.5])
    expect(
      await playBars([[50, 53, 49, 51.5]], buy({ orderType: 'LIMIT_ON_CLOSE', limit: 51.5, duration: 'DAY' })),
    ).toEqual([51.5])
    expect(
      await playBars([[50, 53, 49, 51.5]], buy({ orderType: 'LIMIT_ON_CLOSE', limit: 51.49, duration: 'DAY' })),
    ).toEqual([])
  })
})

describe('a trailing stop-limit over a gap', () => {
  // Best price 50.50 on the first day, so the stop is 48.50 and the limit 48.25; the next day opens at 47.
  const trailed = sell({
    orderType: 'TRAILING_STOP_LIMIT',
    trail: { offset: dollars(2), isPercent: false },
    limitOffset: dollars(0.25),
  })
  const first: Bar = [50, 50.5, 49.5, 50]

  it('waits at its limit, where it stood when the stop was touched', async () => {
    expect(await playBars([first, [47, 48.5, 46.9, 48]], trailed, 0, LONG)).toEqual([48.25])
    expect(await playBars([first, [47, 48.2, 46.9, 48], [49, 52, 48, 51]], trailed, 0, LONG)).toEqual([49])
  })

  it('is not filled when the price does not come back', async () => {
    expect(await playBars([first, [47, 48.2, 46.9, 48]], trailed, 0, LONG)).toEqual([])
  })
})

describe('the path inside a bar', () => {
  const bracket: TreeDraft = {
    terms: { instruction: 'BUY', orderType: 'STOP', stop: 51 },
    children: [
      {
        children: [
          { terms: { instruction: 'SELL', orderType: 'LIMIT', limit: 53 } },
          { terms: { instruction: 'SELL', orderType: 'STOP', stop: 48 } },
        ],
      },
    ],
  }

  it('shows a child only the rest of the bar: a low before the entry does not stop it out', async () => {
    // The low is nearer to the open, so the bar's path is 50, 47.5, 53, 51.5.
    expect(
      await playBars([[50, 53, 47.5, 51.5]], {
        terms: { instruction: 'BUY', orderType: 'STOP', stop: 52 },
        children: [{ terms: { instruction: 'SELL', orderType: 'STOP', stop: 48 } }],
      }),
    ).toEqual([52])
  })

  it('lets the first of a pair on the path win', async () => {
    // High first: entry 51, target 53, the low comes too late. Low first would have missed the entry.
    expect(await playBars([[50.5, 53.5, 47, 49]], bracket)).toEqual([51, 53])
    expect(await playBars([[50.5, 52, 47, 49]], bracket)).toEqual([51, 48])
  })

  it('lets a child whose stop is already passed trigger at once', async () => {
    expect(
      await playBars([[50, 53, 49, 50]], {
        terms: { instruction: 'BUY', orderType: 'STOP', stop: 52 },
        children: [{ terms: { instruction: 'SELL', orderType: 'STOP', stop: 52.5 } }],
      }),
    ).toEqual([52, 52])
  })
})

describe('on a quote', () => {
  const quote = { bid: dollars(49.98), ask: dollars(50.02), last: dollars(50) }

  it.each<[TermsDraft, number | null]>([
    [{ instruction: 'BUY', orderType: 'MARKET' }, 50.03],
    [{ instruction: 'SELL', orderType: 'MARKET' }, 49.97],
    [{ instruction: 'BUY', orderType: 'LIMIT', limit: 50.02 }, 50.02],
    [{ instruction: 'BUY', orderType: 'LIMIT', limit: 50.5 }, 50.02],
    [{ instruction: 'BUY', orderType: 'LIMIT', limit: 50.01 }, null],
    [{ instruction: 'SELL', orderType: 'LIMIT', limit: 49.98 }, 49.98],
    [{ instruction: 'SELL', orderType: 'LIMIT', limit: 49.99 }, null],
    [{ instruction: 'BUY', orderType: 'STOP', stop: 50 }, 50.03],
    [{ instruction: 'BUY', orderType: 'STOP', stop: 50.01 }, null],
    [{ instruction: 'SELL', orderType: 'STOP', stop: 50 }, 49.97],
    [{ instruction: 'SELL', orderType: 'STOP', stop: 49.99 }, null],
    [{ instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 50, limit: 50.02 }, 50.02],
    [{ instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 50, limit: 50.01 }, null],
    [{ instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 51, limit: 52 }, null],
    [{ instruction: 'BUY_TO_OPEN', orderType: 'MARKET' }, 50.03],
    [{ instruction: 'SELL_TO_CLOSE', orderType: 'LIMIT', limit: 49.98 }, 49.98],
    [{ instruction: 'SELL_TO_OPEN', orderType: 'STOP', stop: 50 }, 49.97],
    [{ instruction: 'BUY_TO_CLOSE', orderType: 'LIMIT', limit: 50.01 }, null],
  ])('%o fills at %s with a cent of slippage', (terms, expected) => {
    const at = fillPrice(sampleOrder(terms), quote, dollars(0.01))
    expect(at === null ? null : priceNumber(at)).toBe(expected)
  })
})

describe('a trail', () => {
  const two = { offset: dollars(2), isPercent: true }

  it('is dollars or percent of the best price away, on the side of the order', () => {
    expect([trailStop(two, dollars(50), false), trailStop(two, dollars(50), true)]).toEqual([dollars(49), dollars(51)])
    const dollar = { offset: dollars(2), isPercent: false }
    expect([trailStop(dollar, dollars(50), false), trailStop(dollar, dollars(50), true)]).toEqual([
      dollars(48),
      dollars(52),
    ])
    // 2 % of 10.25 is 0.205: 10.045, half a cent up.
    expect(trailStop(two, dollars(10.25), false)).toBe(dollars(10.05))
  })

  it('has no stop before there is a best price', () => {
    const order = sampleOrder({ instruction: 'SELL', orderType: 'TRAILING_STOP', trail: two, stop: 47 })
    expect([stopOf(order), stopOf({ ...order, best: dollars(50) })]).toEqual([null, dollars(49)])
    const quote = { bid: dollars(1), ask: dollars(1), last: dollars(1) }
    expect(isStopReached(order, quote)).toBe(false)
    expect(isStopReached({ ...order, terms: { ...order.terms, instruction: 'BUY' } }, quote)).toBe(false)
  })

  it('sets the limit of a stop-limit beyond its stop, unless it has its own', () => {
    const draft = { orderType: 'TRAILING_STOP_LIMIT', trail: two, limitOffset: dollars(0.25) } as const
    const best = dollars(50)
    expect(limitOf(sampleOrder({ instruction: 'SELL', ...draft }, { best }))).toBe(dollars(48.75))
    expect(limitOf(sampleOrder({ instruction: 'BUY', ...draft }, { best }))).toBe(dollars(51.25))
    expect(limitOf(sampleOrder({ instruction: 'BUY', ...draft, limit: 51.1 }, { best }))).toBe(dollars(51.1))
    expect(limitOf(sampleOrder({ instruction: 'BUY', ...draft, limitOffset: null }, { best }))).toBeNull()
    expect(limitOf(sampleOrder({ instruction: 'BUY', ...draft }))).toBeNull()
  })

  it('leaves its limit where it was when the stop was touched', () => {
    const order = sampleOrder(
      { instruction: 'SELL', orderType: 'TRAILING_STOP_LIMIT', trail: two, limitOffset: dollars(0.25) },
      { best: dollars(50) },
    )
    const touched = triggered(order)
    expect(touched).toEqual({ ...order, isTriggered: true, terms: { ...order.terms, price: dollars(48.75) } })
    expect(
      triggered({ ...touched, best: dollars(60), terms: { ...touched.terms, price: null } }).terms.price,
    ).toBeNull()
  })
})

describe('the stop of an order', () => {
  it('is its own without a trail, and none for an order that has none', () => {
    expect(stopOf(sampleOrder({ instruction: 'SELL', orderType: 'STOP', stop: 48 }))).toBe(dollars(48))
    expect(stopOf(sampleOrder({ instruction: 'SELL', orderType: 'LIMIT', limit: 48 }))).toBeNull()
  })

  it('is reached by the last price, not by bid or ask', () => {
    const at = (last: number): Parameters<typeof isStopReached>[1] => ({
      bid: dollars(40),
      ask: dollars(60),
      last: dollars(last),
    })
    const buyStop = sampleOrder({ instruction: 'BUY', orderType: 'STOP', stop: 50 })
    const sellStop = sampleOrder({ instruction: 'SELL', orderType: 'STOP', stop: 50 })
    expect([49.99, 50, 50.01].map((last) => isStopReached(buyStop, at(last)))).toEqual([false, true, true])
    expect([49.99, 50, 50.01].map((last) => isStopReached(sellStop, at(last)))).toEqual([true, true, false])
  })
})

describe('an order in front of a quote of 49.98 to 50.02', () => {
  const quote = { bid: dollars(49.98), ask: dollars(50.02), last: dollars(50) }
  const filled = (draft: TermsDraft, more: Parameters<typeof sampleOrder>[1] = {}): number | null => {
    const at = fillPrice(sampleOrder(draft, more), quote, dollars(0.01))
    return at === null ? null : priceNumber(at)
  }

  it('that was triggered before is a market or a limit order, wherever the last price is', () => {
    const isTriggered = true
    expect(filled({ instruction: 'BUY', orderType: 'STOP', stop: 60 }, { isTriggered })).toBe(50.03)
    expect(filled({ instruction: 'SELL', orderType: 'TRAILING_STOP' }, { isTriggered })).toBe(49.97)
    expect(filled({ instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 60, limit: 61 }, { isTriggered })).toBe(50.02)
    expect(filled({ instruction: 'BUY', orderType: 'TRAILING_STOP_LIMIT', limit: 50 }, { isTriggered })).toBeNull()
  })

  it('that must not be marketable fills like a limit', () => {
    expect(filled({ instruction: 'BUY', orderType: 'NON_MARKETABLE', limit: 50.02 })).toBe(50.02)
    expect(filled({ instruction: 'BUY', orderType: 'NON_MARKETABLE', limit: 50.01 })).toBeNull()
    expect(filled({ instruction: 'BUY', orderType: 'LIMIT' })).toBeNull()
    expect(filled({ instruction: 'SELL', orderType: 'LIMIT' })).toBeNull()
  })

  it('that sells at a limit gets nothing where nobody bids', () => {
    const quote = { bid: dollars(0), ask: dollars(0.05), last: dollars(0.01) }
    for (const orderType of ['LIMIT', 'NON_MARKETABLE'] as const)
      expect(fillPrice(sampleOrder({ instruction: 'SELL', orderType, limit: 0.01 }), quote, dollars(0))).toBeNull()
  })

  it('for the close, of several legs or for exercise does not fill', () => {
    const types = ['MARKET_ON_CLOSE', 'LIMIT_ON_CLOSE', 'EXERCISE', 'NET_DEBIT', 'NET_CREDIT', 'NET_ZERO'] as const
    for (const orderType of types) expect(filled({ instruction: 'BUY', orderType, limit: 99 })).toBeNull()
  })

  it('that sells for less than its slippage still gets the smallest price', () => {
    const cheap = { bid: dollars(0.01), ask: dollars(0.02), last: dollars(0.01) }
    const order = sampleOrder({ instruction: 'SELL', orderType: 'MARKET' })
    expect([fillPrice(order, cheap, dollars(0.01)), fillPrice(order, cheap, dollars(0.05))]).toEqual([1n, 1n])
    expect(fillPrice(order, cheap, dollars(0.0098))).toBe(2n)
  })
})

describe('a cabinet order', () => {
  const at = (bid: number): number | null => {
    const order = sampleOrder({ instruction: 'SELL_TO_CLOSE', orderType: 'CABINET', limit: 0.01 })
    const found = fillPrice(order, { bid: dollars(bid), ask: dollars(0.05), last: dollars(0.01) }, dollars(0))
    return found === null ? null : priceNumber(found)
  }

  it('trades at its own price while nobody bids, and at a bid that is as good', () => {
    expect([at(0), at(0.005), at(0.01), at(0.02)]).toEqual([0.01, null, 0.01, 0.02])
  })

  it('to buy never costs more than the ask', () => {
    const order = sampleOrder({ instruction: 'BUY_TO_CLOSE', orderType: 'CABINET', limit: 0.01 })
    const quote = { bid: dollars(0), ask: dollars(0.005), last: dollars(0.005) }
    expect(fillPrice(order, quote, dollars(0))).toBe(dollars(0.005))
  })
})

describe('what an order waits for, and its turn at one instant', () => {
  it.each([
    ['MARKET', false, 'ANY_PRICE', 0],
    ['CABINET', false, 'ANY_PRICE', 0],
    ['STOP', false, 'STOP', 1],
    ['STOP', true, 'ANY_PRICE', 0],
    ['TRAILING_STOP', false, 'STOP', 1],
    ['TRAILING_STOP', true, 'ANY_PRICE', 0],
    ['STOP_LIMIT', false, 'STOP', 1],
    ['STOP_LIMIT', true, 'LIMIT', 2],
    ['TRAILING_STOP_LIMIT', false, 'STOP', 1],
    ['TRAILING_STOP_LIMIT', true, 'LIMIT', 2],
    ['LIMIT', false, 'LIMIT', 2],
    ['NON_MARKETABLE', false, 'LIMIT', 2],
    ['NET_DEBIT', false, 'LIMIT', 2],
    ['NET_CREDIT', false, 'LIMIT', 2],
    ['NET_ZERO', false, 'LIMIT', 2],
    ['MARKET_ON_CLOSE', false, 'CLOSE', 0],
    ['LIMIT_ON_CLOSE', false, 'CLOSE', 0],
    ['EXERCISE', false, 'CLOSE', 0],
  ] as const)('%s, triggered %s: %s, turn %d', (orderType, isTriggered, awaited, rank) => {
    const order = sampleOrder({ instruction: 'BUY', orderType, stop: 50, limit: 50 }, { isTriggered })
    expect([waitsFor(order), rankOf(order)]).toEqual([awaited, rank])
  })
})

describe('an order for the close', () => {
  it('trades at the close, with a limit only where the close is as good', () => {
    const at = (draft: TermsDraft): unknown => closingPrice(sampleOrder(draft), price(500_000n))
    expect(at({ instruction: 'BUY', orderType: 'MARKET_ON_CLOSE', limit: 1 })).toBe(500_000n)
    expect(at({ instruction: 'BUY', orderType: 'LIMIT_ON_CLOSE', limit: 50 })).toBe(500_000n)
    expect(at({ instruction: 'BUY', orderType: 'LIMIT_ON_CLOSE', limit: 49.99 })).toBeNull()
    expect(at({ instruction: 'SELL', orderType: 'LIMIT_ON_CLOSE', limit: 50 })).toBe(500_000n)
    expect(at({ instruction: 'SELL', orderType: 'LIMIT_ON_CLOSE', limit: 50.01 })).toBeNull()
  })
})
