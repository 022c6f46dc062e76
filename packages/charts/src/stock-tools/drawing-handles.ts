// The handles of the selected drawing: one at each of its points, visible and draggable. The library draws its own only
// on a drawing that was hovered over or clicked, not on one that was selected by key or has just been drawn.

import { registerOverlay, type Chart, type Coordinate, type OverlayEvent, type OverlayFigure } from 'klinecharts'
import type { DrawingPoint } from '../stock/drawing.ts'
import type { ChartTheme } from '../theme.ts'

const name = 'clubfolio_handles'
const overlayId = 'drawing-handles'
const keyStart = 'handle-'
const radiusPx = 5
/** A finger needs more room than the visible ring offers. */
const gripPx = 11

const ring = ({ x, y }: Coordinate): OverlayFigure => ({
  type: 'circle',
  attrs: { x, y, r: radiusPx },
  styles: { style: 'stroke_fill' },
  ignoreEvent: true,
})
const grip = ({ x, y }: Coordinate, index: number): OverlayFigure => ({
  key: `${keyStart}${index}`,
  type: 'circle',
  attrs: { x, y, r: gripPx },
  styles: { style: 'fill', color: 'transparent' },
})

registerOverlay({
  name,
  totalStep: 1,
  createPointFigures: ({ coordinates }) => [...coordinates.map(ring), ...coordinates.map(grip)],
})

export interface HandleListeners {
  readonly onPress: (pointIndex: number, event: OverlayEvent<unknown>) => void
  readonly onDrag: (event: OverlayEvent<unknown>) => void
  readonly onMenu: () => void
}

export interface DrawingHandles {
  /** Shows handles at these points, on top of everything; undefined hides them. */
  readonly show: (points: readonly DrawingPoint[] | undefined) => void
  /** Moves them with the drawing, while it is dragged. */
  readonly follow: (points: readonly DrawingPoint[]) => void
}

export const overlayPoints = (points: readonly DrawingPoint[]) =>
  points.map(({ timeMs, price }) => ({ timestamp: timeMs, value: price }))

export function createDrawingHandles(
  chart: Chart,
  theme: () => ChartTheme,
  { onPress, onDrag, onMenu }: HandleListeners,
): DrawingHandles {
  return {
    show: (points) => {
      chart.removeOverlay({ id: overlayId })
      if (points === undefined || points.length === 0) return
      const { panel, accent } = theme()
      chart.createOverlay({
        name,
        id: overlayId,
        paneId: 'candle_pane',
        points: overlayPoints(points),
        // The drawing under the pointer is raised to this level, too; what was created later is above it.
        zLevel: Number.MAX_SAFE_INTEGER,
        styles: { circle: { color: panel, borderColor: accent, borderSize: 2 } },
        onPressedMoveStart: (event) => {
          const key = event.figure?.key ?? ''
          if (key.startsWith(keyStart)) onPress(Number(key.slice(keyStart.length)), event)
        },
        onPressedMoving: onDrag,
        onRightClick: (event) => {
          event.preventDefault?.()
          onMenu()
        },
      })
    },
    follow: (points) => {
      chart.overrideOverlay({ id: overlayId, points: overlayPoints(points) })
    },
  }
}
