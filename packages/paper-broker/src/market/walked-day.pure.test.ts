// Recorded days walked on their minutes: four real days of SPY in December 2020 when the file is present, and a
// hand-written day.
import type { EpochMs } from '@clubfolio/domain'
import { marketDay, sessionHours } from '@clubfolio/domain'
import { readMarketRows, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { beforeEach, describe, expect, it } from 'vitest'
import { price, priceNumber, priceOfFloat } from '../money/money.ts'
import { searchBars } from '../order/bar-walk.ts'
import type { Watch } from '../order/touch.ts'
import type { PaperMinuteBar } from './paper-market.ts'
import { visibleBar, walkDay } from './walked-day.ts'

const DAY = marketDay('2021-04-21')
const { openMs, closeMs } = sessionHours(DAY) ?? { openMs: 0 as EpochMs, closeMs: 0 as EpochMs }
const BAR = { day: DAY, open: 100, high: 110, low: 95, close: 107, volume: 5_000 }
const minuteAt = (n: number, prices: readonly [number, number, number, number]): PaperMinuteBar => {
  const [open, high, low, close] = prices
  return { startMs: (openMs + n * 60_000) as EpochMs, open, high, low, close, volume: 10 }
}
/** Up to 105 in the first minute, flat until noon, down to 96 and back in one minute, flat at 106 to the end. */
const MINUTES = Array.from({ length: 391 }, (_, n) =>
  minuteAt(
    n,
    n === 0
      ? [100, 105, 100, 105]
      : n < 150
        ? [105, 105, 105, 105]
        : n === 150
          ? [104, 104, 96, 103]
          : [106, 106, 106, 106],
  ),
)
const NOTHING: Watch = {
  any: false,
  lastAtLeast: null,
  lastAtMost: null,
  askAtMost: null,
  bidAtLeast: null,
  trails: [],
}
const at = (n: number, ms = 0): EpochMs => (openMs + n * 60_000 + ms) as EpochMs

describe('a day with its minutes', () => {
  const day = walkDay(BAR, MINUTES)

  it('shows nothing before it happened, and the official bar at its end', () => {
    expect(visibleBar(day, (openMs - 1) as EpochMs)).toBeNull()
    expect(visibleBar(day, at(1))).toMatchObject({ open: 100, high: 105, low: 100, close: 105, volume: 10 })
    expect(visibleBar(day, at(150))).toMatchObject({ low: 100, close: 104, volume: 1_500 })
    expect(visibleBar(day, at(152))).toMatchObject({ low: 96, high: 106, close: 106, volume: 1_520 })
    expect(visibleBar(day, (closeMs - 2) as EpochMs)).toMatchObject({ close: 106 })
    expect(visibleBar(day, (closeMs - 1) as EpochMs)).toEqual(BAR)
  })

  it('is touched in the minute in which it happened, at the price of that minute', () => {
    const sell = searchBars(day.walked, (openMs - 1) as EpochMs, closeMs, { ...NOTHING, lastAtMost: priceOfFloat(98) })
    expect(sell.touch).toMatchObject({ last: priceOfFloat(98) })
    expect(sell.touch?.isApproximate).toBeUndefined()
    expect(Math.floor(((sell.touch?.atMs ?? 0) - openMs) / 60_000)).toBe(150)
    // A minute that opens beyond a price fills at its open, like a day.
    const gap = searchBars(day.walked, at(151, -1), closeMs, { ...NOTHING, lastAtLeast: priceOfFloat(105.5) })
    expect([gap.touch?.last, gap.touch?.atMs]).toEqual([priceOfFloat(106), at(151)])
    // 107 is in none of the minutes: it is the official close.
    expect(
      searchBars(day.walked, at(151), closeMs, { ...NOTHING, lastAtLeast: priceOfFloat(107) }).touch,
    ).toMatchObject({ last: priceOfFloat(107), atMs: closeMs - 1 })
  })

  it('whose minutes do not reach from the opening to the close is walked on its bar, and says so', () => {
    for (const part of [MINUTES.slice(1), MINUTES.slice(0, 200), []]) {
      const { minutes, walked } = walkDay(BAR, part)
      expect(minutes).toEqual([])
      expect(
        searchBars(walked, (openMs - 1) as EpochMs, closeMs, { ...NOTHING, lastAtLeast: price(priceOfFloat(108)) })
          .touch,
      ).toMatchObject({ isApproximate: true })
    }
  })
})

describe('the real minutes of SPY', () => {
  beforeEach(skipWithoutMarketData)

  it('are walked so that every price they reached, and no other, touches, in the first minute that reached it', () => {
    const minutes = readMarketRows('prices-intraday/SPY-1min-2020-12-15_18.csv.gz').flatMap(
      ([date = '', open, high, low, close, volume]): PaperMinuteBar[] => {
        if (!date.startsWith('2020-12-16')) return []
        // New York is five hours behind in December.
        return [
          {
            startMs: Date.parse(`${date.replace(' ', 'T').slice(0, 16)}:00-05:00`) as EpochMs,
            open: Number(open),
            high: Number(high),
            low: Number(low),
            close: Number(close),
            volume: Number(volume),
          },
        ]
      },
    )
    expect(minutes).toHaveLength(391)
    const session = minutes.slice(0, 390)
    const extreme = {
      high: Math.max(...session.map((one) => one.high)),
      low: Math.min(...session.map((one) => one.low)),
    }
    const [first, last] = [session[0], session.at(-1)]
    if (first === undefined || last === undefined) throw new Error('no minutes')
    const bar = { day: marketDay('2020-12-16'), open: first.open, ...extreme, close: last.close, volume: 0 }
    const { walked } = walkDay(bar, minutes)
    const from = (first.startMs - 1) as EpochMs
    const until = (last.startMs + 60_000) as EpochMs
    for (let step = 0; step <= 40; step += 1) {
      const sought = priceOfFloat(Number((extreme.low + ((extreme.high - extreme.low) * step) / 40).toFixed(2)))
      const touched = searchBars(
        walked,
        from,
        until,
        sought >= priceOfFloat(first.open) ? { ...NOTHING, lastAtLeast: sought } : { ...NOTHING, lastAtMost: sought },
      ).touch
      const plain = session.find((one) =>
        sought >= priceOfFloat(first.open) ? priceOfFloat(one.high) >= sought : priceOfFloat(one.low) <= sought,
      )
      expect(plain === undefined ? null : plain.startMs).toBe(
        touched === null ? null : Math.floor(touched.atMs / 60_000) * 60_000,
      )
    }
    const beyond = { ...NOTHING, lastAtLeast: priceOfFloat(extreme.high + 0.05) }
    expect(searchBars(walked, from, until, beyond).touch).toBeNull()
    expect(priceNumber(priceOfFloat(extreme.high))).toBeGreaterThan(priceNumber(priceOfFloat(extreme.low)))
  })
})
