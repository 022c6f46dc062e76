// The walk through one bar, by hand: open 10, high 11, low 8, close 9 over five seconds, so a dollar a second.
import type { EpochMs } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { priceNumber } from '../money/money.ts'
import { dollars } from '../testing/bar-market.ts'
import type { WalkedBar } from './bar-walk.ts'
import { cornersOf, searchBars, walkPrice } from './bar-walk.ts'
import type { Watch } from './touch.ts'

const at = (ms: number): EpochMs => ms as EpochMs
const BAR: WalkedBar = { fromMs: at(1_000), untilMs: at(6_000), open: 10, high: 11, low: 8, close: 9 }
const NOTHING: Watch = {
  any: false,
  lastAtLeast: null,
  lastAtMost: null,
  askAtMost: null,
  bidAtLeast: null,
  trails: [],
}

const corners = (bar: WalkedBar): readonly (readonly [number, number])[] =>
  cornersOf(bar).map(({ atMs, at: price }) => [atMs, priceNumber(price)])

interface Found {
  readonly touch: readonly [atMs: number, price: number] | null
  readonly high: number | null
  readonly low: number | null
}
function search(watch: Partial<Watch>, fromMs = 0, untilMs = 9_000, bars: readonly WalkedBar[] = [BAR]): Found {
  const { touch, high, low } = searchBars(bars, at(fromMs), at(untilMs), { ...NOTHING, ...watch })
  return {
    touch: touch === null ? null : [touch.atMs, priceNumber(touch.last)],
    high: high === null ? null : priceNumber(high),
    low: low === null ? null : priceNumber(low),
  }
}

describe('the corners of a bar', () => {
  it('lie apart in time as they do in price', () => {
    expect(corners(BAR)).toEqual([
      [1_000, 10],
      [2_000, 11],
      [5_000, 8],
      [6_000, 9],
    ])
  })

  it('of a bar without movement are three equal parts', () => {
    expect(corners({ ...BAR, untilMs: at(4_001), open: 7, high: 7, low: 7, close: 7 })).toEqual([
      [1_000, 7],
      [2_000, 7],
      [3_000, 7],
      [4_001, 7],
    ])
  })

  it('are at the nearest millisecond', () => {
    // Both extremes are as near, so the low comes first: two dollars of nine, six of nine, all.
    expect(corners({ ...BAR, untilMs: at(1_010), open: 10, high: 12, low: 8, close: 9 })).toEqual([
      [1_000, 10],
      [1_002, 8],
      [1_007, 12],
      [1_010, 9],
    ])
  })
})

describe('the price of the walk', () => {
  it.each([
    [1_000, 10],
    [1_500, 10.5],
    [1_509, 10.5],
    [1_510, 10.51],
    [2_000, 11],
    [3_500, 9.5],
    [3_509, 9.5],
    [3_510, 9.49],
    [5_000, 8],
    [5_250, 8.25],
    [6_000, 9],
    [7_000, 9],
  ])('at %d ms is %d: the last tick it has reached', (ms, expected) => {
    expect(priceNumber(walkPrice(BAR, at(ms)))).toBe(expected)
  })

  it('goes by the finer tick below a dollar, also where it crosses it', () => {
    const low = { ...BAR, untilMs: at(2_000), open: 0.9, high: 1.1, low: 0.9, close: 1.1 }
    // 0.9 at first, then 1.10 at the end: 0.0002 for each millisecond.
    expect([1_001, 1_500, 1_501].map((ms) => priceNumber(walkPrice(low, at(ms))))).toEqual([0.9002, 1, 1.0002])
    const fall = { ...low, open: 1.1, close: 0.9 }
    expect([1_001, 1_500, 1_501].map((ms) => priceNumber(walkPrice(fall, at(ms))))).toEqual([1.0998, 1, 0.9998])
  })
})

describe('a search for the first price that is awaited', () => {
  it('finds one price for bid, ask and last', () => {
    const found = (watch: Partial<Watch>): unknown =>
      searchBars([BAR], at(0), at(9_000), { ...NOTHING, ...watch }).touch
    expect(found({ any: true })).toEqual({ atMs: 1_000, bid: 100_000n, ask: 100_000n, last: 100_000n })
    expect(found({ lastAtMost: dollars(9.5) })).toEqual({ atMs: 3_500, bid: 95_000n, ask: 95_000n, last: 95_000n })
  })

  it.each<[string, Partial<Watch>, readonly [number, number] | null]>([
    ['any price', { any: true }, [1_000, 10]],
    ['a rise on the way to the high', { lastAtLeast: dollars(10.5) }, [1_500, 10.5]],
    ['the high itself', { lastAtLeast: dollars(11) }, [2_000, 11]],
    ['more than the high', { lastAtLeast: dollars(11.01) }, null],
    ['a fall on the way to the low', { lastAtMost: dollars(9.5) }, [3_500, 9.5]],
    ['the low itself', { lastAtMost: dollars(8) }, [5_000, 8]],
    ['less than the low', { lastAtMost: dollars(7.99) }, null],
    ['a limit to buy', { askAtMost: dollars(8.5) }, [4_500, 8.5]],
    ['a limit to sell', { bidAtLeast: dollars(10.25) }, [1_250, 10.25]],
    ['a gap over a stop, at the open', { lastAtLeast: dollars(9) }, [1_000, 10]],
    ['a gap under a limit, at the open', { askAtMost: dollars(12) }, [1_000, 10]],
    ['the nearer of two on the way up', { lastAtLeast: dollars(10.8), bidAtLeast: dollars(10.3) }, [1_300, 10.3]],
    ['the nearer of two, in whatever order', { lastAtLeast: dollars(10.3), bidAtLeast: dollars(10.8) }, [1_300, 10.3]],
    ['the nearer of two on the way down, too', { lastAtMost: dollars(9.7), askAtMost: dollars(8.2) }, [3_300, 9.7]],
    ['the nearer of two on the way down', { lastAtMost: dollars(8.2), askAtMost: dollars(9.7) }, [3_300, 9.7]],
    // One cent takes 10 ms; a price that is reached between two milliseconds is there in the later one.
    ['a price of the finest tick', { lastAtMost: dollars(9.9999) }, [3_001, 9.9999]],
  ])('finds %s', (_, watch, touch) => {
    expect(search(watch).touch).toEqual(touch)
  })

  it('knows the extremes up to what it finds, and of the whole span otherwise', () => {
    expect(search({ lastAtMost: dollars(9.5) })).toMatchObject({ high: 11, low: 9.5 })
    expect(search({ lastAtLeast: dollars(10.5) })).toMatchObject({ high: 10.5, low: 10 })
    expect(search({})).toEqual({ touch: null, high: 11, low: 8 })
    expect(search({}, 0, 1_500)).toEqual({ touch: null, high: 10.5, low: 10 })
    expect(search({}, 0, 999)).toEqual({ touch: null, high: null, low: null })
  })

  it('includes its last instant and not its first', () => {
    expect(search({ lastAtLeast: dollars(10.5) }, 0, 1_500).touch).toEqual([1_500, 10.5])
    expect(search({ lastAtLeast: dollars(10.5) }, 0, 1_499)).toEqual({ touch: null, high: 10.49, low: 10 })
    expect(search({ any: true }, 999, 1_000).touch).toEqual([1_000, 10])
    expect(search({ any: true }, 1_000, 1_000).touch).toBeNull()
    expect(search({ any: true }, 1_000).touch).toEqual([1_001, 10])
    expect(search({ lastAtMost: dollars(8) }, 0, 5_000).touch).toEqual([5_000, 8])
    // One millisecond after the low the price has not risen by a tick.
    expect(search({ lastAtMost: dollars(8) }, 5_000).touch).toEqual([5_001, 8])
    expect(search({ lastAtMost: dollars(8) }, 5_010).touch).toBeNull()
    expect(search({ any: true }, 5_999).touch).toEqual([6_000, 9])
    expect(search({ any: true }, 6_000).touch).toBeNull()
  })

  it('resumes inside the bar, and does not see what was before', () => {
    // At 3,001 ms the price is 9.999, on its way down.
    expect(search({}, 3_000)).toEqual({ touch: null, high: 10, low: 8 })
    expect(search({ lastAtLeast: dollars(10.5) }, 3_000).touch).toBeNull()
    expect(search({ lastAtMost: dollars(9.5) }, 3_000).touch).toEqual([3_500, 9.5])
    expect(search({ lastAtMost: dollars(9.5) }, 4_000).touch).toEqual([4_001, 9])
    expect(search({ lastAtLeast: dollars(8.5) }, 5_200).touch).toEqual([5_500, 8.5])
    expect(search({ lastAtLeast: dollars(8.5) }, 4_990)).toMatchObject({ touch: [5_500, 8.5], low: 8 })
    expect(search({}, 3_000, 3_500)).toEqual({ touch: null, high: 10, low: 9.5 })
  })

  it('resumes right after a corner on the way to the next one', () => {
    // At 1,002 ms the low of 8; the high of 12 is five milliseconds later.
    const fast = { ...BAR, untilMs: at(1_010), open: 10, high: 12, low: 8, close: 9 }
    expect(search({ any: true }, 1_002, 9_000, [fast]).touch).toEqual([1_003, 8.8])
  })

  it('goes on in the next bar, whose open is a jump', () => {
    const next = { ...BAR, fromMs: at(7_000), untilMs: at(9_000), open: 12, high: 12.5, low: 11.5, close: 12 }
    const bars = [BAR, next]
    expect(search({ lastAtLeast: dollars(11.5) }, 0, 9_000, bars).touch).toEqual([7_000, 12])
    expect(search({ lastAtLeast: dollars(11.5) }, 0, 6_999, bars).touch).toBeNull()
    expect(search({ lastAtLeast: dollars(11.5) }, 0, 7_000, bars).touch).toEqual([7_000, 12])
    expect(search({ any: true }, 6_000, 9_000, bars).touch).toEqual([7_000, 12])
    expect(search({}, 0, 9_000, bars)).toEqual({ touch: null, high: 12.5, low: 8 })
    // From the close of the first bar to the open of the second nothing trades.
    expect(search({ any: true }, 6_500, 6_800, bars).touch).toBeNull()
  })

  it('marks what it finds in the bar of a whole day as approximate, and only that', () => {
    const touchOf = (isDay?: boolean): unknown =>
      searchBars([isDay === undefined ? BAR : { ...BAR, isDay }], at(0), at(9_000), { ...NOTHING, any: true }).touch
    expect(touchOf(true)).toEqual({ ...(touchOf() as object), isApproximate: true })
    expect([touchOf(false), touchOf()]).not.toContainEqual(expect.objectContaining({ isApproximate: true }))
    expect(touchOf(false)).toEqual(touchOf())
  })
})

describe('a trail on the walk', () => {
  const trail = (offset: number, best: number, isBuy: boolean): Partial<Watch> => ({
    trails: [{ trail: { offset: dollars(offset), isPercent: false }, best: dollars(best), isBuy }],
  })

  it('to sell follows the highest price so far', () => {
    // 11 lifts the stop from 8 to 9.
    expect(search(trail(2, 10, false)).touch).toEqual([4_000, 9])
    // The best price is higher than any of the bar: its stop is 9.50.
    expect(search(trail(2, 11.5, false)).touch).toEqual([3_500, 9.5])
    expect(search(trail(3.01, 10, false)).touch).toBeNull()
  })

  it('to buy follows the lowest price so far', () => {
    expect(search(trail(0.5, 10, true)).touch).toEqual([1_500, 10.5])
    // From the low of 8 the stop is 8.75.
    expect(search(trail(0.75, 10.5, true), 3_000).touch).toEqual([5_750, 8.75])
    expect(search(trail(0.75, 7.5, true), 5_000).touch).toEqual([5_250, 8.25])
    expect(search(trail(3, 10, true)).touch).toBeNull()
  })

  it('remembers the extremes of the bars before', () => {
    const [up, down] = [
      { ...BAR, untilMs: at(2_000), low: 10, close: 11 },
      { ...BAR, untilMs: at(3_000), high: 10, low: 8, close: 8 },
    ]
    const next = (open: number): WalkedBar => ({
      ...BAR,
      fromMs: at(4_000),
      untilMs: at(5_000),
      open,
      high: open,
      low: open,
      close: open,
    })
    // The high of 11 puts the stop to 9; the low of 8 puts the other to 10.
    expect(search(trail(2, 10, false), 0, 9_000, [up, next(9)]).touch).toEqual([4_000, 9])
    expect(search(trail(2, 10, false), 0, 9_000, [up, next(9.01)]).touch).toBeNull()
    expect(search(trail(2, 10, true), 0, 9_000, [down, next(10)]).touch).toEqual([4_000, 10])
    expect(search(trail(2, 10, true), 0, 9_000, [down, next(9.99)]).touch).toBeNull()
  })

  it('is reached at the open by a gap', () => {
    expect(search(trail(2, 13, false)).touch).toEqual([1_000, 10])
    expect(search(trail(2, 7, true)).touch).toEqual([1_000, 10])
  })
})
