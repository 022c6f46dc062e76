// The crosshair of klinecharts as the legend needs it: the pointed bar, also by keyboard, reported once per frame.

import type { Chart, Crosshair } from 'klinecharts'
import { firstIndexFrom } from '../chart-range.ts'
import { createFrameTask } from '../frame.ts'
import { createListeners } from '../listeners.ts'
import type { KlineFeed } from './kline-feed.ts'
import type { KlineView } from './kline-view.ts'
import type { PointedBar } from './stock-chart-port.ts'

const paneId = 'candle_pane'

export interface KlineCrosshair {
  readonly pointed: () => PointedBar | undefined
  readonly step: (bars: number) => void
  readonly hide: () => void
  /** Shows it at the bar of this instant, led by another chart; undefined, or out of view, hides it. */
  readonly pointAt: (timeMs: number | undefined) => void
  readonly tell: () => void
  /** For callers that already run inside a frame. */
  readonly tellNow: () => void
  /** Call while the library draws what the pointer has moved. */
  readonly onDrawing: () => void
  readonly subscribe: (listener: (pointed: PointedBar) => void) => () => void
  readonly destroy: () => void
}

export function createCrosshair(chart: Chart, element: HTMLElement, feed: KlineFeed, view: KlineView): KlineCrosshair {
  const listeners = createListeners<PointedBar>()
  /** Group index under the crosshair. */
  let index: number | undefined
  let isLed = false

  function pointed(): PointedBar | undefined {
    const last = chart.getDataList().length - 1
    const found = feed.groupAt(index === undefined ? last : Math.max(0, Math.min(last, index)))
    return found && { ...found, joinedBars: feed.joinedBars, isUnderCrosshair: index !== undefined, isLed }
  }

  let told = ''

  /** Panning without a crosshair keeps pointing at the same bar, which is reported once. */
  function tellNow(): void {
    const message = pointed()
    if (message === undefined) return
    const { bar, previousClose, joinedBars, isUnderCrosshair } = message
    const { timeMs, open, high, low, close } = bar
    const key = [timeMs, open, high, low, close, previousClose, joinedBars, isUnderCrosshair, isLed].join(' ')
    if (key === told) return
    told = key
    listeners.tell(message)
  }

  const task = createFrameTask(tellNow)

  /** The pointer has moved, and the library draws its crosshair in the next frame. */
  let isMoved = false

  function follow(data: unknown): void {
    const x = isCrosshair(data) ? data.x : undefined
    const points = x === undefined ? [] : [chart.convertFromPixel([{ x }], { paneId })].flat()
    index = points[0]?.dataIndex
    isLed = isLeading
    isMoved = true
  }

  function leave(): void {
    index = undefined
    isLed = isLeading
    task.request()
  }

  function hide(): void {
    // The types require a crosshair, but for an empty one the library draws it at the last bar, because it assigns it
    // to the price panel.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the reason above
    chart.executeAction('onCrosshairChange', undefined as never)
    leave()
  }

  /** The library tells of a crosshair that we set like of one that the reader moved. */
  let isLeading = false

  function lead(timeMs: number | undefined): void {
    isLeading = true
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const found =
      timeMs === undefined
        ? -1
        : firstIndexFrom({ length: bars.length, timeAt: (at) => bars[at]?.timestamp ?? Infinity }, timeMs + 1) - 1
    const bar = bars[found]
    const { x, y } =
      bar === undefined || found < from || found >= to
        ? {}
        : ([chart.convertToPixel([{ dataIndex: found, value: bar.close }], { paneId })].flat()[0] ?? {})
    if (x === undefined || y === undefined) hide()
    else {
      chart.executeAction('onCrosshairChange', { x, y, paneId })
      index = found
      isLed = true
      task.request()
    }
    isLeading = false
  }

  chart.subscribeAction('onCrosshairChange', follow)
  element.addEventListener('pointerleave', leave)

  return {
    pointed,
    step: (bars) => {
      const visible = chart.getVisibleRange()
      const last = chart.getDataList().length - 1
      const from = index ?? Math.min(last, visible.to - 1) - bars
      const next = Math.max(0, Math.min(last, from + bars))
      const found = feed.groupAt(next)
      if (found === undefined) return
      if (next < visible.from || next >= visible.to) {
        const half = Math.max(1, (visible.to - visible.from) / 2)
        view.show(Math.max(0, next - half) * feed.joinedBars, Math.min(last + 1, next + half) * feed.joinedBars)
      }
      const points = [chart.convertToPixel([{ dataIndex: next, value: found.bar.close }], { paneId })].flat()
      const { x, y } = points[0] ?? {}
      if (x === undefined || y === undefined) return
      index = next
      chart.executeAction('onCrosshairChange', { x, y, paneId })
      task.request()
    },
    hide,
    pointAt: lead,
    tell: task.request,
    tellNow,
    onDrawing: () => {
      if (!isMoved) return
      isMoved = false
      tellNow()
    },
    subscribe: (listener) => {
      told = ''
      return listeners.add(listener)
    },
    destroy: () => {
      task.cancel()
      element.removeEventListener('pointerleave', leave)
    },
  }
}

function isCrosshair(data: unknown): data is Crosshair {
  return typeof data === 'object' && data !== null
}
