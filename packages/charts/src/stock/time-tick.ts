// Which bars a time axis labels: the first ones of round periods (years, quarters, months, weeks, days, hours), as many
// as keep their distance. A period steps from one start to the next, so the cost depends on the labels, not on the
// bars.

import { dayText, minuteText } from '../chart-text.ts'
import { zoneOffsetMs, type ChartZone } from '../chart-zone.ts'

export interface TimeTick {
  /** Index of the bar. */
  readonly index: number
  readonly text: string
}

export interface TimeAxisBars {
  readonly length: number
  readonly timeAt: (index: number) => number
  readonly zone: ChartZone
  readonly isIntraday: boolean
}

/** The bars in view, `toIndex` excluded, and the distance between two of them. */
export interface TimeAxisView {
  readonly fromIndex: number
  readonly toIndex: number
  readonly barPx: number
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Period {
  /** Distance between two labels of this period. */
  readonly gapPx: number
  /** Returns the start of the next period, in local time like `localMs`. */
  readonly nextStart: (localMs: number) => number
}

const clockGapPx = 72
const dayGapPx = 52
const monthGapPx = 46

const spans = (spanMs: number, gapPx: number, offsetMs = 0): Period => ({
  gapPx,
  nextStart: (localMs) => (Math.floor((localMs - offsetMs) / spanMs) + 1) * spanMs + offsetMs,
})

const months = (count: number): Period => ({
  gapPx: monthGapPx,
  nextStart: (localMs) => {
    const date = new Date(localMs)
    const next = (Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / count) + 1) * count
    return Date.UTC(Math.floor(next / 12), next % 12)
  },
})

/** The 1st and the 16th. */
const halfMonths: Period = {
  gapPx: dayGapPx,
  nextStart: (localMs) => {
    const date = new Date(localMs)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    return date.getUTCDate() < 16 ? Date.UTC(year, month, 16) : Date.UTC(year, month + 1, 1)
  },
}

/** Day 0 was a Thursday, so weeks from Monday begin on day 4. */
const weeks = spans(7 * dayMs, dayGapPx, 4 * dayMs)

/** From the finest to the coarsest. */
const clockPeriods = [1, 5, 10, 15, 30, 60, 120, 240].map((minutes) => spans(minutes * minuteMs, clockGapPx))
const dayPeriods = [
  spans(dayMs, dayGapPx),
  weeks,
  halfMonths,
  ...[1, 3, 6, 12, 24, 60, 120, 240, 600].map((count) => months(count)),
]

/** The fewest labels of a period, of all it has in view, that may be drawn without looking uneven. */
const keptShare = 0.75

interface Start {
  readonly index: number
  /** The longest unit that changes here, longest last: minute, day, month, year. */
  readonly rank: number
}

/**
 * Returns the labels of the bars in view: of all periods, those of the finest whose labels keep their distance. A
 * longer unit that begins wins over a shorter one next to it. Without a year in view the first label names it.
 *
 * Months of 2006 to 2026, 3.5 px each: 2008, 2010, ... 2026. Days of half a year, 5 px each: Oct, Nov, Dec, 2026, Feb,
 * Mar.
 */
export function timeTicks(bars: TimeAxisBars, view: TimeAxisView): readonly TimeTick[] {
  const local = (index: number) => {
    const timeMs = bars.timeAt(index)
    return timeMs + zoneOffsetMs(timeMs, bars.zone)
  }
  const rankAt = (index: number): number => {
    const [now, before] = [localDay(local(index)), index === 0 ? '' : localDay(local(index - 1))]
    if (now.slice(0, 4) !== before.slice(0, 4)) return 3
    return now.slice(0, 7) !== before.slice(0, 7) ? 2 : now !== before ? 1 : 0
  }
  let best: readonly Start[] = []
  for (const period of bars.isIntraday ? [...clockPeriods, ...dayPeriods] : dayPeriods) {
    const starts = startsOf(period, bars, { ...view, local })
    if (starts === undefined) continue
    const ranked = starts.map((index): Start => ({ index, rank: rankAt(index) }))
    const kept = keepApart(ranked, period.gapPx / view.barPx)
    if (kept.length === 0 || kept.length < ranked.length * keptShare) continue
    best = kept
    break
  }
  const hasYear = best.some(({ rank }) => rank === 3)
  return best.map(({ index, rank }, place) => ({
    index,
    text: tickText(bars, index, { rank, isYearNamed: !hasYear && place === 0 }),
  }))
}

interface SteppedView extends TimeAxisView {
  readonly local: (index: number) => number
}

/** Returns the bars in view with which a period begins; undefined when they are clearly too many. */
function startsOf(
  { nextStart, gapPx }: Period,
  { length }: TimeAxisBars,
  { fromIndex, toIndex, barPx, local }: SteppedView,
): readonly number[] | undefined {
  const starts: number[] = []
  const limit = ((toIndex - fromIndex) * barPx) / gapPx / keptShare + 2
  const end = Math.min(toIndex, length)
  const from = Math.max(0, fromIndex)
  if (from >= end) return []
  // The bar before the view tells whether a period begins with the first one in it; before the history a day counts.
  let start = nextStart(from === 0 ? local(0) - dayMs : local(from - 1))
  for (;;) {
    const index = firstIndexAtOrAfter(start, from, end, local)
    if (index >= end) return starts
    starts.push(index)
    if (starts.length > limit) return undefined
    start = nextStart(local(index))
  }
}

function firstIndexAtOrAfter(
  localMs: number,
  fromIndex: number,
  toIndex: number,
  local: (index: number) => number,
): number {
  let [low, high] = [fromIndex, toIndex]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (local(middle) >= localMs) high = middle
    else low = middle + 1
  }
  return low
}

function keepApart(starts: readonly Start[], gapBars: number): readonly Start[] {
  const kept: Start[] = []
  for (const rank of [3, 2, 1, 0]) {
    for (const start of starts) {
      if (start.rank !== rank) continue
      if (kept.every(({ index }) => Math.abs(index - start.index) >= gapBars)) kept.push(start)
    }
  }
  return kept.sort((a, b) => a.index - b.index)
}

const localDay = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10)

interface TickTextOptions {
  readonly rank: number
  readonly isYearNamed: boolean
}

function tickText({ timeAt, zone, isIntraday }: TimeAxisBars, index: number, options: TickTextOptions): string {
  const { rank, isYearNamed } = options
  const timeMs = timeAt(index)
  const day = dayText(timeMs, zone)
  if (isIntraday && rank === 0) return minuteText(timeMs)
  if (rank === 3) return isIntraday ? day : day.slice(0, 4)
  if (rank === 2 && !isIntraday) {
    const month = monthNames[Number(day.slice(5, 7)) - 1] ?? ''
    return isYearNamed ? `${month} ${day.slice(0, 4)}` : month
  }
  return isYearNamed ? day : day.slice(5)
}
