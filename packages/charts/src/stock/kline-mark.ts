// Horizontal price marks as klinecharts overlays: resistance, support, stop loss and the last price, each with its
// label on the axis.

import { registerOverlay, utils, type Chart, type OverlayFigure, type YAxis } from 'klinecharts'
import { priceText } from '../chart-text.ts'
import { chartFont } from '../theme.ts'
import type { SpreadLabel } from '../spread-labels.ts'
import { placeLabels, type LabelPlacing } from './axis-label.ts'
import { axisLabelStyle } from './kline-style.ts'
import { placeTitles, type TitlePlace } from './line-title.ts'

export interface PriceMark {
  readonly id: string
  readonly price: number
  /** Written on the line at the left; the last price has none. */
  readonly title: string
  /** The title where the whole one has no room. */
  readonly shortTitle: string
  readonly color: string
  readonly labelColor: string
  readonly panelColor: string
  readonly dashes: readonly number[]
  readonly widthPx: number
  readonly place: LabelPlacing
  /** A ring on the line at each of these times. */
  readonly touchesMs: readonly number[]
  /** Its title is a label over the canvas. */
  readonly hasLabel: boolean
}

/** The marks of each chart. Stored here because the library deep-copies an overlay's own data on every change. */
const marksOf = new WeakMap<Chart, ReadonlyMap<string, PriceMark>>()

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
    if (mark.title === '' || mark.hasLabel) return line
    const place = titlePlaces(chart, yAxis, bounding).find(({ id }) => id === mark.id)
    return [line, ...touchFigures(chart, mark, y), ...(place === undefined ? [] : [titleFigure(mark, y, place)])]
  },
  createYAxisFigures: ({ chart, overlay, bounding, yAxis }) => {
    const marks = marksOf.get(chart)
    const mark = marks?.get(overlay.id)
    if (marks === undefined || mark === undefined || yAxis === null) return []
    const found = axisPlaces(marks, yAxis, bounding).find(({ id }) => id === mark.id)
    if (found === undefined) return []
    const pointer = outsidePointer(yAxis.convertToPixel(mark.price), bounding.height)
    return {
      type: 'text',
      attrs: { x: 0, y: found.yPx, text: `${pointer}${priceText(mark.price)}`, align: 'left', baseline: 'middle' },
      styles: {
        ...axisLabelStyle,
        ...(pointer === '' ? {} : { paddingLeft: 1, paddingRight: 1 }),
        style: 'fill',
        color: mark.labelColor,
        backgroundColor: mark.color,
        borderColor: mark.color,
      },
      ignoreEvent: true,
    }
  },
})

/** What was computed of a chart's marks, and the axis and size that it was computed for. */
interface Computed<Place> {
  readonly yAxis: YAxis
  readonly realFrom: number
  readonly realTo: number
  readonly widthPx: number
  readonly heightPx: number
  readonly places: readonly Place[]
}

type Marks = ReadonlyMap<string, PriceMark>
type ComputedOf<Place> = WeakMap<Marks, Computed<Place>>

/** Computes once per drawing, because every mark asks for its own place among all. */
function computed<Place>(
  known: ComputedOf<Place>,
  marks: Marks,
  { yAxis, size: { width: widthPx, height: heightPx } }: { readonly yAxis: YAxis; readonly size: PlotSize },
  compute: () => readonly Place[],
): readonly Place[] {
  const { realFrom, realTo } = yAxis.getRange()
  const last = known.get(marks)
  if (
    last?.yAxis === yAxis &&
    last.realFrom === realFrom &&
    last.realTo === realTo &&
    last.widthPx === widthPx &&
    last.heightPx === heightPx
  )
    return last.places
  const places = compute()
  known.set(marks, { yAxis, realFrom, realTo, widthPx, heightPx, places })
  return places
}

const axisPlacesOf: ComputedOf<SpreadLabel> = new WeakMap()
const titlePlacesOf: ComputedOf<TitlePlace> = new WeakMap()

const axisPlaces = (marks: Marks, yAxis: YAxis, size: PlotSize): readonly SpreadLabel[] =>
  computed(axisPlacesOf, marks, { yAxis, size }, () =>
    placeLabels(
      [...marks.values()].map(({ id, price, place }) => ({ id, place, yPx: yAxis.convertToPixel(price) })),
      size.height,
    ),
  )

/** Returns the arrow of a label at the end of the axis, whose price is above or below the view. */
function outsidePointer(yPx: number, heightPx: number): '' | '↑' | '↓' {
  if (yPx < 0) return '↑'
  return yPx > heightPx ? '↓' : ''
}

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

interface PlotSize {
  readonly width: number
  readonly height: number
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

function titleFigure(mark: PriceMark, y: number, { xPx, isShort, isBelow }: TitlePlace): OverlayFigure {
  return {
    type: 'text',
    attrs: {
      x: xPx,
      y: isBelow ? y + 2 : y - 2,
      text: isShort ? mark.shortTitle : mark.title,
      align: 'left',
      baseline: isBelow ? 'top' : 'bottom',
    },
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

/** Measured once per text, because every frame asks for all of them. */
const textWidths = new Map<string, number>()

function titleWidthPx(title: string): number {
  const known = textWidths.get(title)
  if (known !== undefined) return known
  const width = utils.calcTextWidth(title, titleStyle.size, titleStyle.weight, chartFont) + 2 * titleStyle.paddingLeft
  textWidths.set(title, width)
  return width
}

/** Returns the places of all titles of a chart; those drawn last, the user's own levels, choose first. */
function titlePlaces(chart: Chart, yAxis: YAxis | null, size: PlotSize): readonly TitlePlace[] {
  const marks = marksOf.get(chart)
  if (yAxis === null || marks === undefined) return []
  return computed(titlePlacesOf, marks, { yAxis, size }, () => {
    const titles = [...marks.values()].flatMap(({ id, price, title, shortTitle, place, hasLabel }) => {
      const yPx = yAxis.convertToPixel(price)
      if (title === '' || hasLabel || yPx < 0 || yPx > size.height) return []
      return [
        { id, yPx, widthPx: titleWidthPx(title), shortPx: titleWidthPx(shortTitle), givesWay: place === 'ifRoom' },
      ]
    })
    return placeTitles(titles.toReversed(), size.width)
  })
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
    const known = before.get(id)
    if (known === undefined) chart.createOverlay(overlay)
    // Everything but the price is read when it is drawn.
    else if (known.price !== price) chart.overrideOverlay(overlay)
  }
}
