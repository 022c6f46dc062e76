// Figures from which our own drawing tools are built, in klinecharts terms.

import type { Coordinate, OverlayCreateFiguresCallbackParams, OverlayFigure } from 'klinecharts'
import { defaultLevels } from '../stock/drawing.ts'
import { chartFont } from '../theme.ts'

export type FigureParams = OverlayCreateFiguresCallbackParams<unknown>

/** Returns the text of a drawing; the library passes its own copy of the data back. */
export function drawingText({ overlay }: FigureParams): string {
  const data: unknown = overlay.extendData
  return typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string' ? data.text : ''
}

/** Returns the percents of a retracement; the usual ones unless the drawing has its own. */
export function drawingLevels({ overlay }: FigureParams): readonly number[] {
  const data: unknown = overlay.extendData
  const levels = typeof data === 'object' && data !== null && 'levels' in data ? data.levels : undefined
  return Array.isArray(levels) ? levels.filter((level) => typeof level === 'number') : defaultLevels
}

export const polyline = (...coordinates: Coordinate[]): OverlayFigure => ({ type: 'line', attrs: { coordinates } })

export const polygon = (...coordinates: Coordinate[]): OverlayFigure => ({
  type: 'polygon',
  attrs: { coordinates },
  styles: { style: 'stroke_fill' },
})

export const circle = ({ x, y }: Coordinate, r: number): OverlayFigure => ({
  type: 'circle',
  attrs: { x, y, r },
  styles: { style: 'stroke_fill' },
})

export interface LabelPlace {
  readonly align?: 'left' | 'center' | 'right'
  readonly baseline?: 'top' | 'middle' | 'bottom'
}

/** Returns text on the accent colour, as on the axes. */
export const label = (
  { x, y }: Coordinate,
  text: string,
  { align = 'center', baseline = 'middle' }: LabelPlace = {},
): OverlayFigure => ({
  type: 'text',
  attrs: { x, y, text, align, baseline },
  styles: { family: chartFont },
})

/** Returns the sides of an arrow's head at `tip`, coming from `from`. */
export function arrowHead(from: Coordinate, tip: Coordinate, lengthPx = 10): readonly [Coordinate, Coordinate] {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x)
  const side = (turn: number) => ({
    x: tip.x - lengthPx * Math.cos(angle + turn),
    y: tip.y - lengthPx * Math.sin(angle + turn),
  })
  return [side(0.45), side(-0.45)]
}

/** Returns the points of an ellipse inside the box of two corners. */
export function ellipse(a: Coordinate, b: Coordinate): Coordinate[] {
  const [centerX, centerY, radiusX, radiusY] = [
    (a.x + b.x) / 2,
    (a.y + b.y) / 2,
    Math.abs(a.x - b.x) / 2,
    Math.abs(a.y - b.y) / 2,
  ]
  return Array.from({ length: 48 }, (_, index) => {
    const angle = (index / 48) * 2 * Math.PI
    return { x: centerX + radiusX * Math.cos(angle), y: centerY + radiusY * Math.sin(angle) }
  })
}
