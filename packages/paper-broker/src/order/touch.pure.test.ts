// The bounds that working orders of one symbol set together, and the quotes that reach them.
import { describe, expect, it } from 'vitest'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars } from '../testing/bar-market.ts'
import { sampleOrder } from '../testing/sample-book.ts'
import type { TradableOrder } from './order.ts'
import type { Watch } from './touch.ts'
import { isReached, watchOf } from './touch.ts'

const NOTHING: Watch = {
  any: false,
  lastAtLeast: null,
  lastAtMost: null,
  askAtMost: null,
  bidAtLeast: null,
  trails: [],
}
const order = (draft: TermsDraft, more: Parameters<typeof sampleOrder>[1] = {}): TradableOrder =>
  sampleOrder(draft, more)
const trail = { offset: dollars(2), isPercent: false }

describe('what working orders wait for', () => {
  it('is the nearest price of each kind', () => {
    const drafts = [
      { instruction: 'BUY', orderType: 'LIMIT', limit: 48 },
      { instruction: 'BUY', orderType: 'LIMIT', limit: 49 },
      { instruction: 'SELL', orderType: 'LIMIT', limit: 53 },
      { instruction: 'SELL', orderType: 'LIMIT', limit: 52 },
      { instruction: 'BUY', orderType: 'STOP', stop: 55 },
      { instruction: 'BUY', orderType: 'STOP', stop: 54 },
      { instruction: 'SELL', orderType: 'STOP', stop: 45 },
      { instruction: 'SELL', orderType: 'STOP', stop: 46 },
    ] as const
    const expected = {
      ...NOTHING,
      askAtMost: dollars(49),
      bidAtLeast: dollars(52),
      lastAtLeast: dollars(54),
      lastAtMost: dollars(46),
    }
    const orders = drafts.map((draft) => order(draft))
    expect([watchOf(orders), watchOf(orders.toReversed())]).toEqual([expected, expected])
  })

  it('is a trail with its best price, and any price before it has one', () => {
    const sell = order({ instruction: 'SELL', orderType: 'TRAILING_STOP', trail })
    expect(watchOf([{ ...sell, best: dollars(50) }])).toEqual({
      ...NOTHING,
      trails: [{ trail, best: dollars(50), isBuy: false }],
    })
    expect(watchOf([sell])).toEqual({ ...NOTHING, any: true })
  })

  it('is one bound where one order waits', () => {
    const one = (draft: TermsDraft): Watch | null => watchOf([order(draft)])
    expect(one({ instruction: 'BUY', orderType: 'STOP', stop: 55 })).toEqual({ ...NOTHING, lastAtLeast: dollars(55) })
    expect(one({ instruction: 'SELL', orderType: 'STOP', stop: 45 })).toEqual({ ...NOTHING, lastAtMost: dollars(45) })
    expect(one({ instruction: 'BUY', orderType: 'LIMIT', limit: 48 })).toEqual({ ...NOTHING, askAtMost: dollars(48) })
    expect(one({ instruction: 'SELL', orderType: 'LIMIT', limit: 52 })).toEqual({ ...NOTHING, bidAtLeast: dollars(52) })
  })

  it('is no trail without one, nor for a limit or for the close', () => {
    const best = dollars(50)
    expect(watchOf([order({ instruction: 'SELL', orderType: 'STOP', stop: 45 }, { best })])).toEqual({
      ...NOTHING,
      lastAtMost: dollars(45),
    })
    const limit = { instruction: 'SELL', orderType: 'TRAILING_STOP_LIMIT', trail } as const
    expect(watchOf([order(limit, { best, isTriggered: true })])).toBeNull()
    expect(watchOf([order({ instruction: 'SELL', orderType: 'MARKET_ON_CLOSE', trail }, { best })])).toBeNull()
  })

  it('is the limit of a trailing stop-limit once it is triggered', () => {
    const draft = { instruction: 'SELL', orderType: 'TRAILING_STOP_LIMIT', trail, limit: 48 } as const
    const expected = { ...NOTHING, bidAtLeast: dollars(48) }
    expect(watchOf([order(draft, { isTriggered: true })])).toEqual(expected)
    expect(watchOf([order(draft, { isTriggered: true, best: dollars(50) })])).toEqual(expected)
  })

  it('is any price for an order that takes it, or that the first one decides', () => {
    expect(watchOf([order({ instruction: 'BUY', orderType: 'MARKET' })])).toEqual({ ...NOTHING, any: true })
    const kill = { instruction: 'BUY', orderType: 'LIMIT', limit: 1, duration: 'FILL_OR_KILL' } as const
    expect(watchOf([order(kill)])).toEqual({ ...NOTHING, any: true })
  })

  it('is nothing for orders of the close, without a price, or without any order', () => {
    expect(watchOf([])).toBeNull()
    expect(watchOf([order({ instruction: 'BUY', orderType: 'LIMIT_ON_CLOSE', limit: 50, stop: 50 })])).toBeNull()
    expect(watchOf([order({ instruction: 'SELL', orderType: 'MARKET_ON_CLOSE', stop: 50 })])).toBeNull()
    expect(watchOf([order({ instruction: 'BUY', orderType: 'LIMIT' })])).toBeNull()
    expect(watchOf([order({ instruction: 'SELL', orderType: 'LIMIT' })])).toBeNull()
    expect(watchOf([order({ instruction: 'BUY', orderType: 'STOP' })])).toBeNull()
    expect(watchOf([order({ instruction: 'SELL', orderType: 'STOP' })])).toBeNull()
  })
})

describe('a quote of 49.90 to 50.10 with the last at 50', () => {
  const reached = (watch: Partial<Watch>): boolean =>
    isReached(
      { ...NOTHING, ...watch },
      { bid: dollars(49.9), ask: dollars(50.1), last: dollars(50) },
      dollars(52),
      dollars(48),
    )

  it('reaches stops by its last price, and limits by its ask and bid', () => {
    expect([reached({}), reached({ any: true })]).toEqual([false, true])
    expect([reached({ lastAtLeast: dollars(50) }), reached({ lastAtLeast: dollars(50.01) })]).toEqual([true, false])
    expect([reached({ lastAtMost: dollars(50) }), reached({ lastAtMost: dollars(49.99) })]).toEqual([true, false])
    expect([reached({ askAtMost: dollars(50.1) }), reached({ askAtMost: dollars(50.09) })]).toEqual([true, false])
    expect([reached({ bidAtLeast: dollars(49.9) }), reached({ bidAtLeast: dollars(49.91) })]).toEqual([true, false])
  })

  it('reaches a trail by the best price so far', () => {
    const at = (offset: number, best: number, isBuy: boolean): boolean =>
      reached({ trails: [{ trail: { offset: dollars(offset), isPercent: false }, best: dollars(best), isBuy }] })
    // The high of 52 counts where it is better than the best before, the low of 48 likewise.
    expect([at(2, 51, false), at(2.01, 51, false), at(2.5, 53, false)]).toEqual([true, false, true])
    expect([at(2, 49, true), at(2.01, 49, true), at(2.5, 47, true)]).toEqual([true, false, true])
  })
})
