// Zooms into a box that the user drags: its times, its prices, or both.

import { firstIndexFrom } from '../chart-range.ts'
import type { ToolSurface, ZoomMode } from '../stock/tool-kit.ts'
import type { Collecting } from './collect-points.ts'

export interface ZoomBox {
  readonly done: Promise<boolean>
  readonly cancel: Collecting['cancel']
}

const smallestPx = 6

export function dragZoomBox(surface: ToolSurface, mode: ZoomMode): ZoomBox {
  const { chart, element, theme } = surface
  const ending = new AbortController()
  const { signal } = ending
  const frame = document.createElement('div')
  const hasTime = mode !== 'zoomY'
  const hasPrice = mode !== 'zoomX'
  frame.style.cssText =
    'position:absolute;z-index:5;pointer-events:none;display:none;box-sizing:border-box;border:1px solid ' +
    `${theme().accent};background:${theme().window}`
  element.append(frame)
  chart.setScrollEnabled(false)

  const done = new Promise<boolean>((resolve) => {
    let start: { readonly x: number; readonly y: number } | undefined
    const place = (event: PointerEvent) => {
      const box = element.getBoundingClientRect()
      const pane = chart.getSize('candle_pane', 'main')
      const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
      return {
        x: within(event.clientX - box.left, pane?.width ?? 0),
        y: within(event.clientY - box.top, pane?.height ?? 0),
      }
    }
    const corners = (a: { x: number; y: number }, b: { x: number; y: number }) => {
      const pane = chart.getSize('candle_pane', 'main')
      return {
        left: hasTime ? Math.min(a.x, b.x) : 0,
        right: hasTime ? Math.max(a.x, b.x) : (pane?.width ?? 0),
        top: hasPrice ? Math.min(a.y, b.y) : 0,
        bottom: hasPrice ? Math.max(a.y, b.y) : (pane?.height ?? 0),
      }
    }
    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button === 0) start = place(event)
      },
      { capture: true, signal },
    )
    // The pointer may leave the chart while it drags.
    document.addEventListener(
      'pointermove',
      (event) => {
        if (start === undefined) return
        const { left, right, top, bottom } = corners(start, place(event))
        Object.assign(frame.style, {
          display: 'block',
          left: `${left}px`,
          top: `${top}px`,
          width: `${right - left}px`,
          height: `${bottom - top}px`,
        })
      },
      { signal },
    )
    document.addEventListener(
      'pointerup',
      (event) => {
        if (start === undefined) return
        const box = corners(start, place(event))
        start = undefined
        frame.style.display = 'none'
        if (box.right - box.left < smallestPx || box.bottom - box.top < smallestPx) return
        // While scrolling is locked, the chart would not move to the box either.
        chart.setScrollEnabled(true)
        magnify(surface, box, hasTime, hasPrice)
        resolve(true)
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        resolve(false)
      },
      { capture: true, signal },
    )
    signal.addEventListener('abort', () => resolve(false), { once: true })
  }).finally(() => {
    ending.abort()
    frame.remove()
    chart.setScrollEnabled(true)
  })
  return { done, cancel: () => ending.abort() }
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function magnify(
  { chart, bars, showBars, setPriceRange }: ToolSurface,
  { left, right, top, bottom }: Box,
  hasTime: boolean,
  hasPrice: boolean,
): void {
  const [from, to] = [
    chart.convertFromPixel(
      [
        { x: left, y: bottom },
        { x: right, y: top },
      ],
      { paneId: 'candle_pane', absolute: true },
    ),
  ].flat()
  if (hasPrice && from?.value !== undefined && to?.value !== undefined)
    setPriceRange({ low: from.value, high: to.value })
  if (!hasTime || from?.timestamp === undefined || to?.timestamp === undefined) return
  const all = bars()
  const times = { length: all.length, timeAt: (index: number) => all[index]?.timeMs ?? Infinity }
  const first = firstIndexFrom(times, from.timestamp)
  showBars(first, Math.max(first + 2, firstIndexFrom(times, to.timestamp + 1)))
}
