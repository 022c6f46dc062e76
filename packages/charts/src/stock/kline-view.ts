// Which bars are in view: sets windows and ranges on klinecharts, follows the user's pointer, rejoins bars when the
// zoom requires it, and notifies listeners once per frame.

import type { Chart } from 'klinecharts'
import type { MarketDay } from '@clubfolio/domain'
import { findRangeBase, firstIndexFrom, type ChartRange, type OpeningRange } from '../chart-range.ts'
import { createFrameTask } from '../frame.ts'
import { createListeners } from '../listeners.ts'
import { barSpaceMinPx } from './aggregate-bars.ts'
import type { KlineFeed } from './kline-feed.ts'
import { openingBars } from './opening-bars.ts'
import { barTimes, type BarPeriod, type PriceBar } from './price-bar.ts'
import { barTimeText } from './stock-legend.ts'
import type { VisibleWindow } from './stock-chart-port.ts'

const rightGapPx = 18
/** The library may briefly go thinner than our own limit, so that the next frame can detect it and join bars. */
export const barSpaceLimit = { min: barSpaceMinPx / 4, max: 600 } as const
/** A history of one bar does not fill the plot. */
const loneBarPx = 30

export interface KlineView {
  readonly setRange: (range: OpeningRange | { readonly fromMs: number; readonly toMs: number }) => void
  readonly show: (fromIndex: number, toIndex: number) => void
  /** Applies the chosen range again, if there is one, after bars were replaced or the size changed. */
  readonly restore: () => void
  readonly setLastDay: (day: MarketDay | undefined) => void
  readonly changed: () => void
  /** Runs a function that prepends bars; the bars in view stay at their pixels, counted from the last bar. */
  readonly hold: (prepend: () => void) => void
  readonly current: () => VisibleWindow | undefined
  readonly subscribe: (listener: (window: VisibleWindow) => void) => () => void
  readonly destroy: () => void
}

export function createKlineView(
  chart: Chart,
  feed: KlineFeed,
  widthPx: () => number,
  period: () => BarPeriod,
): KlineView {
  const listeners = createListeners<VisibleWindow>()
  let range: OpeningRange | undefined = 'All'
  let lastDay: MarketDay | undefined
  let isMoving = false

  function groupAt(xPx: number): number {
    return [chart.convertFromPixel([{ x: xPx }], { paneId: 'candle_pane' })].flat()[0]?.dataIndex ?? 0
  }

  /**
   * Returns the source bars in view: those at least half visible. (The library's own visible range includes some
   * outside it.)
   */
  function span(): { from: number; to: number } {
    const half = chart.getBarSpace().bar / 2
    const size = feed.joinedBars
    const total = feed.bars.length
    const to = Math.max(0, Math.min(total, (groupAt(widthPx() - half) + 1) * size))
    return { from: Math.max(0, Math.min(to - 1, groupAt(half) * size)), to }
  }

  function move(action: () => void): void {
    isMoving = true
    action()
    isMoving = false
    task.request()
  }

  /** `isAtEnd` leaves a gap to the right of the last bar that keeps it off the axis. */
  function place(from: number, to: number, isAtEnd: boolean): void {
    const width = widthPx()
    if (width <= 0 || feed.bars.length === 0) return
    move(() => {
      feed.fit(to - from, width)
      const size = feed.joinedBars
      const count = Math.ceil(feed.bars.length / size)
      const start = from / size
      const end = Math.min(to / size, count)
      const room = isAtEnd ? width - rightGapPx : width
      const most = count < 2 ? loneBarPx : barSpaceLimit.max
      const space = Math.max(barSpaceLimit.min, Math.min(most, room / Math.max(1, end - start)))
      chart.setBarSpace(space)
      chart.scrollToDataIndex(end - 1 + (isAtEnd ? rightGapPx / space : 0))
    })
  }

  const baseOf = (wanted: ChartRange) => findRangeBase(wanted, barTimes(feed.bars, period(), lastDay))

  /** Shows exactly the bars after the close with which the range begins. */
  function restore(): void {
    if (range === undefined || feed.bars.length === 0) {
      task.request()
      return
    }
    if (range === 'Latest') {
      const total = feed.bars.length
      place(total - openingBars(total, widthPx() - rightGapPx), total, true)
      return
    }
    const base = baseOf(range)
    if ('refusal' in base) range = base.nearestIndex === undefined ? 'All' : undefined
    const from = 'refusal' in base ? (base.nearestIndex ?? 0) : range === 'All' ? 0 : base.baseIndex + 1
    place(Math.min(from, Math.max(0, feed.bars.length - 2)), feed.bars.length, true)
  }

  /**
   * Returns the distance from the last bar to the right edge in px, negative while later bars are out of view. The
   * library reports it only while it is not negative, but the whole pixels at which it draws the visible bars determine
   * it almost exactly.
   */
  function rightOffsetPx(): number {
    const { bar: spacePx } = chart.getBarSpace()
    const { from, to } = chart.getVisibleRange()
    const indices = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place)
    const drawn = [
      chart.convertToPixel(
        indices.map((dataIndex) => ({ dataIndex })),
        { paneId: 'candle_pane' },
      ),
    ].flat()
    // Each bar is drawn at the whole pixel below `base` + index x `spacePx`.
    let least = -Infinity
    let most = Infinity
    indices.forEach((index, place) => {
      const x = drawn[place]?.x
      if (x === undefined) return
      least = Math.max(least, x - index * spacePx)
      most = Math.min(most, x + 1 - index * spacePx)
    })
    const base = (least + most) / 2
    return Number.isFinite(base) ? widthPx() + 0.5 - base - (chart.getDataList().length - 0.5) * spacePx : rightGapPx
  }

  function hold(prepend: () => void): void {
    if (range !== undefined) {
      prepend()
      restore()
      return
    }
    // The library applies this offset when it reloads the bars. Scrolling back afterwards would pull the bars away from
    // a dragging finger.
    move(() => {
      chart.setOffsetRightDistance(rightOffsetPx())
      prepend()
    })
  }

  function current(): VisibleWindow | undefined {
    const { from, to } = span()
    const first = feed.bars[from]
    const last = feed.bars[to - 1]
    if (first === undefined || last === undefined) return undefined
    const { price, words } = startOf(from, first)
    const changePercent = price > 0 ? (last.close / price - 1) * 100 : 0
    return {
      fromIndex: from,
      toIndex: to,
      fromMs: first.timeMs,
      toMs: last.timeMs,
      changePercent,
      changeFrom: words,
      changeTo: endOf(to, last),
      range: range === 'Latest' ? (from === 0 && to === feed.bars.length ? 'All' : undefined) : range,
      joinedBars: feed.joinedBars,
    }
  }

  /** Returns the base of the change: the close of a range, or the open of the first visible bar. */
  function startOf(from: number, first: PriceBar): { readonly price: number; readonly words: string } {
    const base = range === undefined || range === 'All' || range === 'Latest' ? undefined : baseOf(range)
    const bar =
      base === undefined || 'refusal' in base || base.baseIndex !== from - 1 ? undefined : feed.bars[base.baseIndex]
    if (bar === undefined || base === undefined || 'refusal' in base)
      return { price: first.open, words: `the open of ${barTimeText(first.timeMs, period())}` }
    return { price: bar.close, words: `the close of ${base.baseDay ?? barTimeText(bar.timeMs, period())}` }
  }

  /** Returns the end of the window; a longer bar in progress ends with the market's last day. */
  function endOf(to: number, last: PriceBar): string {
    const end = to === feed.bars.length ? barTimes(feed.bars, period(), lastDay).lastDay : undefined
    return end ?? barTimeText(last.timeMs, period())
  }

  const task = createFrameTask(() => {
    const { from, to } = span()
    const total = feed.bars.length
    const width = widthPx()
    if (total > 0 && width > 0) {
      const { bar } = chart.getBarSpace()
      const isWiderThanHistory =
        from === 0 &&
        to === total &&
        total > 1 &&
        (total / feed.joinedBars) * bar < Math.min(width - rightGapPx, barSpaceLimit.max * 2) - 1
      if (range === undefined && isWiderThanHistory && bar < barSpaceLimit.max) place(0, total, true)
      else if (feed.fit(to - from, width)) place(from, to, to === total)
    }
    const window = current()
    if (window !== undefined) listeners.tell(window)
  })

  function byReader(): void {
    if (isMoving) return
    range = undefined
    task.request()
  }

  chart.subscribeAction('onScroll', byReader)
  chart.subscribeAction('onZoom', byReader)
  chart.subscribeAction('onVisibleRangeChange', task.request)

  return {
    setRange: (wanted) => {
      if (typeof wanted === 'string') {
        range = wanted
        restore()
        return
      }
      range = undefined
      const { bars } = feed
      const times = { length: bars.length, timeAt: (index: number) => bars[index]?.timeMs ?? Infinity }
      const from = firstIndexFrom(times, wanted.fromMs)
      const to = firstIndexFrom(times, wanted.toMs + 1)
      place(Math.min(from, Math.max(0, to - 2)), to, to === bars.length)
    },
    show: (from, to) => {
      range = undefined
      place(Math.max(0, from), Math.min(feed.bars.length, to), to >= feed.bars.length)
    },
    restore,
    setLastDay: (day) => {
      if (day === lastDay) return
      lastDay = day
      restore()
    },
    changed: task.request,
    hold,
    current,
    subscribe: listeners.add,
    destroy: task.cancel,
  }
}
