// What pointer and keys do to drawings while no tool is collecting points: a click beside them or Escape deselects, a
// right click or the menu key asks for a menu, Delete deletes, the end of a press ends a drag.

import type { MenuRequest, ToolSurface } from '../stock/tool-kit.ts'
import type { KlineDrawings } from './kline-drawings.ts'

/** A press that moved farther than this was a drag of the chart, not a click. */
export const clickSlackPx = 4

export interface GestureParts {
  readonly surface: Pick<ToolSurface, 'chart' | 'element'>
  readonly drawings: KlineDrawings
  readonly isCollecting: () => boolean
  readonly cancelCollecting: () => void
  readonly onMenu: (request: MenuRequest) => void
}

/** Begins to listen; returns the function that ends it. */
export function listenToGestures(parts: GestureParts): () => void {
  const { surface, drawings, isCollecting, cancelCollecting, onMenu } = parts
  const { element } = surface
  const stop = new AbortController()
  const { signal } = stop
  let down: PointerEvent | undefined
  let isByKey = false

  element.addEventListener(
    'pointerdown',
    (event) => {
      isByKey = false
      drawings.takePressed()
      down = event.button === 0 && !isCollecting() ? event : undefined
    },
    { capture: true, signal },
  )
  // The pointer may be released outside of the chart, which the library does not hear of.
  document.addEventListener(
    'pointerup',
    (event) => {
      const began = down
      down = undefined
      drawings.endDrag()
      if (began === undefined || isCollecting()) return
      const isClick = Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) <= clickSlackPx
      if (isClick && drawings.takePressed() === undefined) drawings.select(undefined)
    },
    { capture: true, signal },
  )
  document.addEventListener(
    'pointercancel',
    () => {
      down = undefined
      drawings.endDrag()
    },
    { capture: true, signal },
  )

  element.addEventListener(
    'keydown',
    (event) => {
      isByKey = true
      const id = drawings.selectedId()
      if (id === undefined || (event.key !== 'Delete' && event.key !== 'Backspace')) return
      event.preventDefault()
      drawings.remove(id)
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const focus = document.activeElement
      // In a field, a menu or a dialog the key belongs to that.
      const isOurs = focus === null || focus === document.body || element.contains(focus)
      if (event.key !== 'Escape' || !isOurs || isCollecting() || drawings.selectedId() === undefined) return
      // The panel around the chart leaves full screen on the same key.
      event.preventDefault()
      event.stopPropagation()
      drawings.select(undefined)
    },
    { capture: true, signal },
  )

  element.addEventListener(
    'contextmenu',
    (event) => {
      event.preventDefault()
      // Ctrl and a click on a Mac: the release that follows is no click beside a drawing.
      down = undefined
      if (isCollecting()) {
        cancelCollecting()
        return
      }
      if (isByKey) {
        onMenu({ drawingId: drawings.selectedId(), ...keyPlace() })
        return
      }
      const id = drawings.takePressed()
      drawings.select(id)
      onMenu({ drawingId: id, clientX: event.clientX, clientY: event.clientY })
    },
    { signal },
  )

  /** The place of a menu that a key asked for: the first point of the selected drawing, or the middle of the chart. */
  function keyPlace(): Pick<MenuRequest, 'clientX' | 'clientY'> {
    const box = element.getBoundingClientRect()
    const point = drawings.list().find(({ id }) => id === drawings.selectedId())?.points[0]
    const [place] =
      point === undefined
        ? []
        : [
            surface.chart.convertToPixel([{ timestamp: point.timeMs, value: point.price }], { paneId: 'candle_pane' }),
          ].flat()
    const within = (value: number | undefined, most: number) => Math.max(8, Math.min(most - 8, value ?? most / 2))
    return { clientX: box.left + within(place?.x, box.width), clientY: box.top + within(place?.y, box.height) }
  }

  return () => stop.abort()
}
