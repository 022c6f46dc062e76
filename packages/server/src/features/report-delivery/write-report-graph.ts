// A report's graph on paper, drawn as lines and boxes from the same points as on the screen: grid, axis labels, a
// legend, bars or lines.
// Source: docs/rules/trading.md, "Graphs of reports".
import { axisTicks, placeGraph, type DescribeCell, type DrawnGraph } from '@clubfolio/contract'
import {
  colours,
  margin,
  measureText,
  type PdfDocument,
  type PdfPoint,
  type TextStyle,
} from '../../adapters/pdf/pdf-document.ts'
import type { ReportRow, TableGraph } from '../report/report-table.ts'
import { toWireRow } from '../report/wire-column.ts'
import { cellText } from './cell-text.ts'

/** The series colours of the light theme. */
const seriesColours = ['#3358CC', '#8F620A', '#007272', '#B03A73'] as const
const colourOf = (index: number): string => seriesColours[index % seriesColours.length]!
/** The second four series have the colours of the first four: their lines are broken and their bars pale. */
const isRepeated = (index: number): boolean => index >= seriesColours.length
const opacityOf = (index: number): number => (isRepeated(index) ? 0.45 : 1)

const plotHeight = 150
const labelStyle: TextStyle = { size: 7, colour: colours.quiet }
const legendStyle: TextStyle = { size: 8 }
const legendHeight = 14
/** The least room for a label below the axis. */
const labelWidth = 62
const mostLabelCharacters = 14
/** More points than this are not told apart on a page. */
const mostPoints = 5_000

const describeCellIn =
  (currency: string): DescribeCell =>
  ({ type }, cell) =>
    cell === null || cell === ''
      ? undefined
      : cellText(type, typeof cell === 'number' ? plainText(cell) : cell, currency)

/** A number without exponent: axis labels are computed, cells are not. */
const plainText = (value: number): string => value.toFixed(10).replace(/\.?0+$/, '')

/** Returns the graph of a table; undefined when no row has a number for it. */
export function placeTableGraph(
  { graph, columns }: TableGraph,
  rows: readonly ReportRow[],
  currency = 'USD',
): DrawnGraph | undefined {
  const fields = columns.map(({ nomenclatorConfigNameKey: field, type }) => ({ field, type }))
  const source = { graph, columns, rows: rows.map((row) => toWireRow(fields, row)) }
  const drawn = placeGraph(source, describeCellIn(currency))
  return drawn.points.length === 0 ? undefined : drawn
}

/** Draws the graph at the current place and moves on below it. */
export function writeReportGraph(document: PdfDocument, whole: DrawnGraph): void {
  const points = whole.points.slice(0, mostPoints)
  const graph = { ...whole, points }
  writeLegend(document, graph, whole.points.length - points.length)
  writePlot(document, graph)
  document.y += 12
}

function writeLegend(document: PdfDocument, { kind, series, leftOut, xName }: DrawnGraph, cut: number): void {
  const right = document.width - margin
  let left = margin
  const place = (width: number) => {
    if (left > margin && left + width > right) {
      left = margin
      document.y += legendHeight
    }
  }
  for (const [index, { name }] of series.entries()) {
    const text = document.wrap(name, right - margin - 18, legendStyle)[0]!
    const width = 18 + measureText(text, legendStyle)
    place(width)
    if (kind === 'BAR')
      document.boxes([{ x: left + 2, y: document.y + 2, width: 8, height: 8 }], {
        colour: colourOf(index),
        opacity: opacityOf(index),
      })
    else
      document.polyline(
        [
          { x: left, y: document.y + 6 },
          { x: left + 13, y: document.y + 6 },
        ],
        { colour: colourOf(index), thickness: 1.5, isDashed: isRepeated(index) },
      )
    document.line(text, { left: left + 17, top: document.y }, legendStyle)
    left += width + 12
  }
  const rest = [
    ...(leftOut > 0 ? [`${leftOut} more not drawn`] : []),
    ...(cut > 0 ? [`${cellText('INTEGER', String(cut))} more values of ${xName} not drawn`] : []),
  ]
  for (const text of rest) {
    const style = { ...legendStyle, colour: colours.quiet }
    place(measureText(text, style))
    document.line(text, { left, top: document.y }, style)
    left += measureText(text, style) + 12
  }
  document.y += legendHeight + 8
}

function writePlot(document: PdfDocument, { kind, points, series }: DrawnGraph): void {
  const values = points.flatMap((point) => point.values.filter((value) => value !== undefined))
  const [least, most] = values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  // Bars start at zero; the range of lines fills the height.
  const ticks = kind === 'BAR' ? axisTicks(Math.min(0, least), Math.max(0, most)) : axisTicks(least, most)
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const tickLabels = ticks.map((tick) => series[0]!.write(tick))
  const left = margin + Math.max(...tickLabels.map((text) => measureText(text, labelStyle))) + 6
  const right = document.width - margin
  const top = document.y
  const slot = (right - left) / points.length
  const xOf = (index: number) => left + (index + 0.5) * slot
  const yOf = (value: number) => top + ((high - value) / (high - low)) * plotHeight
  for (const [index, tick] of ticks.entries()) {
    document.rule(yOf(tick), left, right, tick === 0 ? 0.9 : 0.4)
    document.line(tickLabels[index]!, { right: left - 6, top: yOf(tick) - labelStyle.size * 0.75 }, labelStyle)
  }
  if (kind === 'BAR') writeBars(document, { points, series, slot, xOf, yOf })
  else writeLines(document, { points, series, xOf, yOf })
  const every = Math.max(1, Math.ceil((points.length * labelWidth) / (right - left)))
  for (const [index, { label }] of points.entries()) {
    if (index % every !== 0) continue
    const text = label.length > mostLabelCharacters ? `${label.slice(0, mostLabelCharacters - 1)}\u2026` : label
    const width = measureText(text, labelStyle)
    const start = Math.max(left, Math.min(xOf(index) - width / 2, right - width))
    document.line(text, { left: start, top: top + plotHeight + 3 }, labelStyle)
  }
  document.y = top + plotHeight + 3 + labelStyle.size * 1.4
}

interface PlacedSeries extends Pick<DrawnGraph, 'points' | 'series'> {
  readonly xOf: (index: number) => number
  readonly yOf: (value: number) => number
}

function writeBars(
  document: PdfDocument,
  { points, series, slot, xOf, yOf }: PlacedSeries & { readonly slot: number },
): void {
  // One bar is at most 30 points wide; several share their slot.
  const bar = Math.min(15 + 15 * series.length, slot * 0.7) / series.length
  for (const which of series.keys())
    document.boxes(
      points.flatMap(({ values }, index) => {
        const value = values[which]
        if (value === undefined) return []
        return [
          {
            x: xOf(index) + (which - series.length / 2) * bar,
            y: Math.min(yOf(value), yOf(0)),
            width: Math.max(0.3, bar - (bar > 5 ? 0.8 : 0)),
            height: Math.max(0.5, Math.abs(yOf(value) - yOf(0))),
          },
        ]
      }),
      { colour: colourOf(which), opacity: opacityOf(which) },
    )
}

function writeLines(document: PdfDocument, { points, series, xOf, yOf }: PlacedSeries): void {
  for (const which of series.keys()) {
    const line = points.flatMap(({ values }, index): PdfPoint[] =>
      values[which] === undefined ? [] : [{ x: xOf(index), y: yOf(values[which]) }],
    )
    if (line.length === 1)
      document.boxes([{ x: line[0]!.x - 1.5, y: line[0]!.y - 1.5, width: 3, height: 3 }], {
        colour: colourOf(which),
        opacity: 1,
      })
    document.polyline(line, { colour: colourOf(which), thickness: 1.2, isDashed: isRepeated(which) })
  }
}
