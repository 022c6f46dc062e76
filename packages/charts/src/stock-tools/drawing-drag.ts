// One drag of a drawing, as a whole or by one of its points: from the pointer's places to the points that result.

import type { Chart, OverlayEvent } from 'klinecharts'
import type { DrawingPoint } from '../stock/drawing.ts'
import type { PriceScale } from '../stock/price-tick.ts'
import { movePoints, positive } from './move-points.ts'

interface Place {
  readonly price: number
  readonly barIndex: number
  readonly timeMs: number
}

export interface DrawingDrag {
  readonly drawingId: string
  /** Returns the points for the pointer's place; undefined where there is no price. */
  readonly pointsAt: (event: OverlayEvent<unknown>) => readonly DrawingPoint[] | undefined
}

export interface DragStart {
  readonly drawingId: string
  readonly points: readonly DrawingPoint[]
  readonly scale: PriceScale
  /** The point that is dragged; undefined moves the whole drawing. */
  readonly pointIndex?: number
  readonly event: OverlayEvent<unknown>
}

function placeOf(chart: Chart, { x, y }: OverlayEvent<unknown>): Place | undefined {
  if (x === undefined || y === undefined) return undefined
  const found = [chart.convertFromPixel([{ x, y }], { paneId: 'candle_pane' })].flat()[0]
  return found?.timestamp === undefined || found.value === undefined || found.dataIndex === undefined
    ? undefined
    : { price: found.value, barIndex: found.dataIndex, timeMs: found.timestamp }
}

/** Begins a drag; undefined when the pointer is at no price. */
export function beginDrag(chart: Chart, start: DragStart): DrawingDrag | undefined {
  const { drawingId, points, scale, pointIndex } = start
  const from = placeOf(chart, start.event)
  if (from === undefined) return undefined
  return {
    drawingId,
    pointsAt: (event) => {
      const to = placeOf(chart, event)
      if (to === undefined) return undefined
      if (pointIndex !== undefined)
        return points.map((point, index) =>
          index === pointIndex ? { timeMs: to.timeMs, price: positive(to.price) } : point,
        )
      // The library has moved its points already. Its times are right; without a change of the bar the own ones stay,
      // which bars that are drawn as one would round.
      const moved = to.barIndex === from.barIndex ? [] : event.overlay.points
      return movePoints(points, {
        scale,
        fromPrice: from.price,
        toPrice: to.price,
        timeOf: ({ timeMs }, index) => moved[index]?.timestamp ?? timeMs,
      })
    },
  }
}
