// The alert on what is drawn on a chart: a price for a level line, the line itself for a sloped one.
// Source: docs/rules/trading.md, "Alerts".
import {
  isDrawingTool,
  type BarPeriod,
  type Drawing,
  type DrawingPoint,
  type DrawingTool,
  type PriceScale,
} from '@clubfolio/charts'
import type { AlertTerms, BarTiming } from '@clubfolio/contract'
import { linePriceAt, newYorkDateAt, toEpochMs, type LineTerms } from '@clubfolio/domain'
import { barPeriods } from './chart-timing.ts'
import { decimalPrice } from './price-words.ts'

/** Tools that draw one straight line through their first two points. */
const slopedTools: readonly DrawingTool[] = ['segment', 'arrow', 'ray', 'line', 'channel']
/** Tools at one price. */
const levelTools: readonly DrawingTool[] = ['horizontalLine', 'verticalLabel', 'verticalArrow']

/** The side from which a price is reached. */
const sideOf = (price: number, last: number | undefined): 'ABOVE' | 'BELOW' =>
  last !== undefined && price < last ? 'BELOW' : 'ABOVE'

/** Fires when the price crosses this one, from where it is now. */
export const crossingTerms = (price: number, last: number | undefined): AlertTerms => ({
  kind: 'PRICE',
  direction: sideOf(price, last),
  price: decimalPrice(price),
})

export interface DrawnOn {
  readonly timing: BarTiming
  readonly scale: PriceScale
  readonly last: number | undefined
  readonly nowMs: number
}

const barsOf = {
  minute: 'MINUTE',
  hour: 'MINUTE',
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
} as const satisfies Record<BarPeriod['unit'], LineTerms['bars']>

/** Returns the alert on a drawing; undefined for one that has no price to cross, and for an upright line. */
export function drawingTerms(drawing: Drawing, { timing, scale, last, nowMs }: DrawnOn): AlertTerms | undefined {
  const { tool, points } = drawing
  const [first, second] = points
  if (!isDrawingTool(tool) || first === undefined) return undefined
  if (levelTools.includes(tool)) return crossingTerms(first.price, last)
  if (!slopedTools.includes(tool) || second === undefined) return undefined
  const line = {
    from: pointOf(first),
    to: pointOf(second),
    scale: scale === 'linear' ? ('LINEAR' as const) : ('LOGARITHMIC' as const),
    // Bars of a year are twelve months.
    bars: timing === '_Y' ? ('YEAR' as const) : barsOf[barPeriods[timing].unit],
  }
  const rising: LineTerms = { kind: 'LINE', direction: 'ABOVE', ...line }
  const now = linePriceAt(rising, { day: newYorkDateAt(toEpochMs(nowMs)), atMs: nowMs })
  return now === undefined ? undefined : { ...rising, direction: sideOf(now, last) }
}

const pointOf = ({ timeMs, price }: DrawingPoint): LineTerms['from'] => ({
  timeMs: Math.round(timeMs),
  price: price.toFixed(4),
})
