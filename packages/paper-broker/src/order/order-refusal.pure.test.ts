import { describe, expect, it } from 'vitest'
import { barMarket, dollars, trader, walked } from '../testing/bar-market.ts'
import type { Bar } from '../testing/bar-market.ts'
import { PLAIN_SETTINGS } from './account-book.ts'
import { entryRefusal } from './order-refusal.ts'
import { isTradable } from './order.ts'

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
