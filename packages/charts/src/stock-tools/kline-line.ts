// Indicator lines on klinecharts, drawn by hand: the library creates several objects for every point, and when twenty
// years are on one screen, six points of a line share one pixel column.

import type { IndicatorDrawParams } from 'klinecharts'

/** Summary of the values that share a column: entry, extremes and exit of the line. */
interface Column {
  readonly xPx: number
  readonly firstPx: number
  lastPx: number
  highPx: number
  lowPx: number
}

type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo'>

export interface TraceLineOptions {
  readonly to: number
  readonly xOf: (index: number) => number
  readonly yOf: (index: number) => number | undefined
}

/**
 * Traces one line through `yOf(index)` for `from <= index < to`, with at most four points per pixel column; an
 * undefined value lifts the pen. The traced line covers the same pixels as a line through all points.
 *
 * Heights 5, 9, 1, 4 in one column: 5, 1, 9, 4.
 */
export function traceLine(pen: Pen, from: number, { to, xOf, yOf }: TraceLineOptions): void {
  let column: Column | undefined
  let isDown = false

  function end(): void {
    if (column === undefined) return
    const { xPx, firstPx, lowPx, highPx, lastPx } = column
    if (isDown) pen.lineTo(xPx, firstPx)
    else pen.moveTo(xPx, firstPx)
    isDown = true
    if (lowPx < Math.min(firstPx, lastPx)) pen.lineTo(xPx, lowPx)
    if (highPx > Math.max(firstPx, lastPx)) pen.lineTo(xPx, highPx)
    if (lastPx !== firstPx) pen.lineTo(xPx, lastPx)
    column = undefined
  }

  for (let index = from; index < to; index++) {
    const y = yOf(index)
    if (y === undefined) {
      end()
      isDown = false
      continue
    }
    const xPx = xOf(index)
    if (column === undefined || Math.floor(column.xPx) !== Math.floor(xPx)) {
      end()
      column = { xPx, firstPx: y, lastPx: y, highPx: y, lowPx: y }
    } else {
      column.lastPx = y
      column.highPx = Math.max(column.highPx, y)
      column.lowPx = Math.min(column.lowPx, y)
    }
  }
  end()
}

/** Draws the visible part of all lines of an indicator whose results hold them as `v0`, `v1` and so on. */
export function drawIndicatorLines(
  { ctx, chart, indicator, xAxis, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>,
  colors: readonly string[],
): void {
  const { from, to } = chart.getVisibleRange()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library gives back what `calc` returned
  const rows = indicator.result as readonly (Readonly<Record<string, number | undefined>> | undefined)[]
  ctx.setLineDash([])
  ctx.lineWidth = 1.5
  ctx.lineJoin = 'round'
  for (const [place, color] of colors.entries()) {
    const key = `v${place}`
    ctx.beginPath()
    traceLine(ctx, Math.max(0, from - 1), {
      to: Math.min(rows.length, to + 1),
      xOf: (index) => xAxis.convertToPixel(index),
      yOf: (index) => {
        const value = rows[index]?.[key]
        return value === undefined ? undefined : yAxis.convertToPixel(value)
      },
    })
    ctx.strokeStyle = color
    ctx.stroke()
  }
}

/** Draws dashed lines across the panel at values that the indicator is read by. */
export function drawGuides(
  { ctx, bounding, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>,
  guides: readonly number[],
  color: string,
): void {
  ctx.setLineDash([3, 3])
  ctx.lineWidth = 1
  ctx.strokeStyle = color
  for (const value of guides) {
    // Half a pixel in, so that a line of one pixel is not blurred over two.
    const y = Math.round(yAxis.convertToPixel(value)) + 0.5
    ctx.beginPath()
    ctx.moveTo(0, y)
    ctx.lineTo(bounding.width, y)
    ctx.stroke()
  }
  ctx.setLineDash([])
}
