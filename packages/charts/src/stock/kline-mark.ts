// Horizontal price marks as klinecharts overlays: resistance, support, stop loss and the last price, each with its
// label on the axis.

import { registerOverlay, utils, type Chart, type OverlayFigure, type YAxis } from 'klinecharts'
import { priceText } from '../chart-text.ts'
import { chartFont } from '../theme.ts'
import { placeLabels } from './axis-label.ts'
import { axisLabelStyle } from './kline-style.ts'

export interface PriceMark {
  readonly id: string
  readonly price: number
  /** Written on the line at the left; the last price has none. */
  readonly title: string
  readonly color: string
  readonly labelColor: string
  readonly panelColor: string
  readonly dashes: readonly number[]
  readonly widthPx: number
  readonly givesWay: boolean
  /** A ring on the line at each of these times. */
  readonly touchesMs: readonly number[]
}

/** The marks of each chart. Stored here because the library deep-copies an overlay's own data on every change. */
const marksOf = new WeakMap<Chart, ReadonlyMap<string, PriceMark>>()

const titleRoomPx = 17

registerOverlay({
  name: 'priceLevel',
  totalStep: 2,
  createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const mark = marksOf.get(chart)?.get(overlay.id)
    const y = coordinates[0]?.y
    if (mark === undefined || y === undefined || y < 0 || y > bounding.height) return []
    const line: OverlayFigure = {
      type: 'line',
      attrs: {
        coordinates: [
          { x: 0, y },
          { x: bounding.width, y },
        ],
      },
      styles: {
        color: mark.color,
        size: mark.widthPx,
        style: mark.dashes.length > 0 ? 'dashed' : 'solid',
        dashedValue: [...mark.dashes],
      },
      ignoreEvent: true,
    }
    if (mark.title === '') return line
    return [line, ...touchFigures(chart, mark, y), titleFigure(mark, y, titleLeftPx(chart, mark, yAxis))]
  },
  createYAxisFigures: ({ chart, overlay, bounding, yAxis }) => {
    const marks = marksOf.get(chart)
    const mark = marks?.get(overlay.id)
    if (marks === undefined || mark === undefined || yAxis === null) return []
    const labels = [...marks.values()].map(({ id, price, givesWay }) => ({
      id,
      givesWay,
      yPx: yAxis.convertToPixel(price),
    }))
    const place = placeLabels(labels, bounding.height).find(({ id }) => id === mark.id)
    if (place === undefined) return []
    return {
      type: 'text',
      attrs: { x: 0, y: place.yPx, text: priceText(mark.price), align: 'left', baseline: 'middle' },
      styles: {
        ...axisLabelStyle,
        style: 'fill',
        color: mark.labelColor,
        backgroundColor: mark.color,
        borderColor: mark.color,
      },
      ignoreEvent: true,
    }
  },
})

const touchRadiusPx = 4

function touchFigures(chart: Chart, mark: PriceMark, y: number): OverlayFigure[] {
  return mark.touchesMs.flatMap((timestamp) => {
    const x = [chart.convertToPixel([{ timestamp, value: mark.price }], { paneId: 'candle_pane' })].flat()[0]?.x
    if (x === undefined) return []
    return [
      {
        type: 'circle',
        attrs: { x, y, r: touchRadiusPx },
        styles: { style: 'stroke_fill', color: mark.panelColor, borderColor: mark.color, borderSize: mark.widthPx },
        ignoreEvent: true,
      },
    ]
  })
}

const titleStyle = {
  size: 11,
  weight: 600,
  family: chartFont,
  paddingLeft: 4,
  paddingRight: 4,
  paddingTop: 2,
  paddingBottom: 2,
} as const

function titleFigure(mark: PriceMark, y: number, leftPx: number): OverlayFigure {
  return {
    type: 'text',
    attrs: { x: leftPx, y: y - 2, text: mark.title, align: 'left', baseline: 'bottom' },
    styles: {
      ...titleStyle,
      style: 'fill',
      color: mark.color,
      backgroundColor: mark.panelColor,
      borderSize: 0,
      borderRadius: 0,
    },
    ignoreEvent: true,
  }
}

/**
 * Returns the left offset of a title. Titles are above their lines at the left; where lines are too close for that, the
 * lower title moves to the right of the upper one.
 */
function titleLeftPx(chart: Chart, mark: PriceMark, yAxis: YAxis | null): number {
  const firstPx = 8
  if (yAxis === null) return firstPx
  const titled = [...(marksOf.get(chart)?.values() ?? [])]
    .filter(({ title }) => title !== '')
    .sort((a, b) => b.price - a.price)
  let leftPx = firstPx
  let upper: PriceMark | undefined
  for (const each of titled) {
    const isCrowded =
      upper !== undefined && yAxis.convertToPixel(each.price) - yAxis.convertToPixel(upper.price) < titleRoomPx
    leftPx =
      isCrowded && upper !== undefined
        ? leftPx +
          utils.calcTextWidth(upper.title, titleStyle.size, titleStyle.weight, chartFont) +
          2 * titleStyle.paddingLeft
        : firstPx
    if (each.id === mark.id) return leftPx
    upper = each
  }
  return firstPx
}

/** Draws exactly these marks on a chart: adds new ones, moves changed ones, removes the others. */
export function drawMarks(chart: Chart, marks: readonly PriceMark[]): void {
  const before = marksOf.get(chart) ?? new Map<string, PriceMark>()
  marksOf.set(chart, new Map(marks.map((mark) => [mark.id, mark])))
  for (const id of before.keys()) if (!marks.some((mark) => mark.id === id)) chart.removeOverlay({ id })
  for (const { id, price, title } of marks) {
    const overlay = {
      name: 'priceLevel',
      id,
      groupId: title === '' ? 'marks' : 'levels',
      paneId: 'candle_pane',
      lock: true,
      points: [{ value: price }],
    }
    if (before.has(id)) chart.overrideOverlay(overlay)
    else chart.createOverlay(overlay)
  }
}
