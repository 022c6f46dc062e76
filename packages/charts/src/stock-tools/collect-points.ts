// Collects the points of one drawing from our own pointer events: the library's interactive drawing loses clicks within
// half a second of each other. Enter takes the close under the crosshair instead, so that a drawing needs no pointer.

import type { DrawingPoint } from '../stock/drawing.ts'
import type { ToolSurface } from '../stock/tool-kit.ts'

/** A press that moved farther than this was a drag of the chart, not a point. */
const clickSlackPx = 4

export interface Collecting {
  /** Undefined when it was cancelled. */
  readonly points: Promise<readonly DrawingPoint[] | undefined>
  readonly cancel: () => void
}

export function pointAt(
  { chart, element, bars }: ToolSurface,
  clientX: number,
  clientY: number,
): DrawingPoint | undefined {
  const box = element.getBoundingClientRect()
  const pane = chart.getSize('candle_pane', 'main')
  const [x, y] = [clientX - box.left, clientY - box.top]
  if (pane === null || x < pane.left || x > pane.left + pane.width || y < 0 || y > pane.height) return undefined
  const found = [chart.convertFromPixel([{ x, y }], { paneId: 'candle_pane', absolute: true })].flat()[0]
  const first = bars()[0]
  const last = bars().at(-1)
  if (found?.timestamp === undefined || found.value === undefined || first === undefined || last === undefined)
    return undefined
  // A point outside the bars would move when bars are added; it is clamped to the nearest bar instead.
  return { timeMs: Math.max(first.timeMs, Math.min(last.timeMs, found.timestamp)), price: found.value }
}

/**
 * Starts collecting `count` points. `onPreview` receives the points so far, with the pointer's position for every
 * missing point.
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
      let pressed: PointerEvent | undefined
      const take = (point: DrawingPoint | undefined) => {
        if (point === undefined) return
        points.push(point)
        if (points.length === count) resolve(points)
      }
      element.addEventListener(
        'pointerdown',
        (event) => {
          pressed = event.button === 0 ? event : undefined
        },
        { capture: true, signal },
      )
      element.addEventListener(
        'pointerup',
        (event) => {
          const isClick =
            pressed !== undefined &&
            Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) <= clickSlackPx
          if (isClick) take(pointAt(surface, event.clientX, event.clientY))
        },
        { capture: true, signal },
      )
      element.addEventListener(
        'pointermove',
        (event) => {
          const place = pointAt(surface, event.clientX, event.clientY)
          if (place !== undefined && points.length > 0)
            onPreview([...points, ...Array.from({ length: count - points.length }, () => place)])
        },
        { signal },
      )
      element.addEventListener(
        'keydown',
        (event) => {
          const pointed = surface.pointed()
          if (event.key !== 'Enter' || pointed === undefined) return
          event.preventDefault()
          take({ timeMs: pointed.bar.timeMs, price: pointed.bar.close })
        },
        { capture: true, signal },
      )
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
