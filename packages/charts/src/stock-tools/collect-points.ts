// Collects the points of one drawing from our own pointer events: the library's interactive drawing loses clicks within
// half a second of each other. A click sets a point; press, drag and release set the first two. Enter takes the close
// under the crosshair instead, so that a drawing needs no pointer.

import type { DrawingPoint } from '../stock/drawing.ts'
import type { ToolSurface } from '../stock/tool-kit.ts'
import { clickSlackPx } from './drawing-gestures.ts'
import { positive } from './move-points.ts'

export interface Collecting {
  /** Undefined when it was cancelled. */
  readonly points: Promise<readonly DrawingPoint[] | undefined>
  readonly cancel: () => void
}

/** Returns the point under the pointer; undefined outside of the prices, unless `isClamped` takes the nearest there. */
function pointAt(
  { chart, element, bars }: ToolSurface,
  { clientX, clientY }: PointerEvent,
  isClamped = false,
): DrawingPoint | undefined {
  const box = element.getBoundingClientRect()
  const pane = chart.getSize('candle_pane', 'main')
  if (pane === null) return undefined
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
  const at = { x: clientX - box.left, y: clientY - box.top }
  const [x, y] = [within(at.x, pane.left, pane.left + pane.width), within(at.y, 0, pane.height)]
  if (!isClamped && (x !== at.x || y !== at.y)) return undefined
  const found = [chart.convertFromPixel([{ x, y }], { paneId: 'candle_pane', absolute: true })].flat()[0]
  const first = bars()[0]
  const last = bars().at(-1)
  if (found?.timestamp === undefined || found.value === undefined || first === undefined || last === undefined)
    return undefined
  // A point outside the bars would move when bars are added; it is clamped to the nearest bar instead.
  return { timeMs: within(found.timestamp, first.timeMs, last.timeMs), price: positive(found.value) }
}

/**
 * Starts collecting `count` points. `onPreview` receives the points so far, with the pointer's position for every
 * missing point. The chart itself does not react to presses until all are collected.
 */
export function collectPoints(
  surface: ToolSurface,
  count: number,
  onPreview: (points: readonly DrawingPoint[]) => void,
): Collecting {
  const { element } = surface
  const points: DrawingPoint[] = []
  const { signal, abort } = controller()
  const done = Promise.race([
    new Promise<readonly DrawingPoint[] | undefined>((resolve) => {
      let press: { readonly event: PointerEvent; isDrag: boolean } | undefined
      const listen = <Name extends keyof HTMLElementEventMap>(
        name: Name,
        listener: (event: HTMLElementEventMap[Name]) => void,
        isPassive?: boolean,
      ) =>
        element.addEventListener(name, listener, {
          capture: true,
          signal,
          ...(isPassive === undefined ? {} : { passive: isPassive }),
        })
      const take = (point: DrawingPoint | undefined) => {
        if (point === undefined || points.length >= count) return
        points.push(point)
        if (points.length === count) resolve(points)
      }
      listen('pointerdown', (event) => {
        if (!event.isPrimary || event.button !== 0 || pointAt(surface, event) === undefined) return
        press = { event, isDrag: false }
      })
      // The chart would pan, or move the drawing under the pointer, and a finger would scroll the page.
      listen('mousedown', (event) => {
        if (event.button === 0) event.stopPropagation()
      })
      listen(
        'touchstart',
        (event) => {
          event.stopPropagation()
          event.preventDefault()
        },
        false,
      )
      const far = (event: PointerEvent, from: PointerEvent) =>
        Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > clickSlackPx
      // The pointer may leave the chart while it drags.
      document.addEventListener(
        'pointermove',
        (event) => {
          if (press !== undefined && !press.isDrag && far(event, press.event)) {
            press.isDrag = true
            if (points.length === 0 && count > 1) take(pointAt(surface, press.event))
          }
          const place = pointAt(surface, event, press?.isDrag)
          if (place !== undefined && (points.length > 0 || press?.isDrag === true))
            onPreview([...points, ...Array.from({ length: count - points.length }, () => place)])
        },
        { signal },
      )
      document.addEventListener(
        'pointerup',
        (event) => {
          const began = press
          press = undefined
          if (began !== undefined) take(pointAt(surface, event, began.isDrag))
        },
        { capture: true, signal },
      )
      document.addEventListener(
        'pointercancel',
        () => {
          press = undefined
        },
        { signal },
      )
      listen('keydown', (event) => {
        const pointed = surface.pointed()
        if (event.key !== 'Enter' || pointed === undefined) return
        event.preventDefault()
        take({ timeMs: pointed.bar.timeMs, price: positive(pointed.bar.close) })
      })
      document.addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'Escape') return
          // The panel around the chart leaves full screen on the same key.
          event.preventDefault()
          event.stopPropagation()
          resolve(undefined)
        },
        { capture: true, signal },
      )
    }),
    aborted(signal),
  ]).finally(abort)
  return { points: done, cancel: abort }
}

function controller(): { signal: AbortSignal; abort: () => void } {
  const made = new AbortController()
  return { signal: made.signal, abort: () => made.abort() }
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
