// A line chart in words and as a table: what the visible part of each series does.

import { signedPercentText } from '../chart-text.ts'
import { lineTimeText, paymentText } from './line-legend.ts'
import type { LineWindow } from './line-chart-port.ts'
import { valueAt, type LinePayment, type LinePoint, type LineSeries } from './line-point.ts'
import { gainBetween } from './rebase-lines.ts'
import { unitText, type ValueUnit } from './value-unit.ts'

/** Returns a sentence per series: first and last visible value, lowest and highest. */
export function lineSummary(
  series: readonly LineSeries[],
  window: LineWindow | undefined,
  unit: ValueUnit,
  hasTime: boolean,
): string {
  if (window === undefined || series.length === 0) return 'No values to show.'
  const text = unitText(unit, 0).full
  const sentences = series.map(({ name, points, growth, payments = [] }) => {
    const shown = points.filter(({ timeMs }) => timeMs >= window.fromMs && timeMs <= window.toMs + 999)
    const first = shown[0]
    const last = shown.at(-1)
    if (first === undefined || last === undefined) return `${name}: no values.`
    const low = shown.reduce((least, { value }) => Math.min(least, value), Infinity)
    const high = shown.reduce((most, { value }) => Math.max(most, value), -Infinity)
    return (
      `${name}: from ${text(first.value)} to ${text(last.value)}, lowest ${text(low)}, highest ` +
      `${text(high)}.${gainSentence(growth, window)}${paymentSentence(payments, window, unit)}`
    )
  })
  const counted = window.baseMs === undefined ? '' : ` Gains are counted from ${lineTimeText(window.baseMs, hasTime)}.`
  return [
    `${lineTimeText(window.fromMs, hasTime)} to ${lineTimeText(window.toMs, hasTime)}.${counted}`,
    ...sentences,
  ].join(' ')
}

function gainSentence(growth: readonly LinePoint[] | undefined, { fromMs, toMs }: LineWindow): string {
  const gain = growth && gainBetween(growth, fromMs, toMs)
  return gain === undefined ? '' : ` Gain without payments ${signedPercentText(gain)}.`
}

/** " 2 payments: money in $5,000.00, money out $120.00." of those after the first visible value. */
function paymentSentence(payments: readonly LinePayment[], { fromMs, toMs }: LineWindow, unit: ValueUnit): string {
  const shown = payments.filter(({ timeMs }) => timeMs > fromMs && timeMs <= toMs)
  if (shown.length === 0) return ''
  const sums = [1, -1].map((sign) =>
    shown.reduce((sum, { amount }) => (Math.sign(amount) === sign ? sum + amount : sum), 0),
  )
  const words = sums.flatMap((sum) => (sum === 0 ? [] : [paymentText(sum, unit)]))
  return ` ${shown.length} ${shown.length === 1 ? 'payment' : 'payments'}: ${words.join(', ')}.`
}

/** The column of payments, for a value that has some. */
export const paymentColumn = (series: readonly LineSeries[]): readonly string[] =>
  series.some(({ payments = [] }) => payments.length > 0) ? ['Money in or out'] : []

/** Returns the rows of the table view, latest first: the time and every series' value at that time. */
export function lineTableRows(
  series: readonly LineSeries[],
  times: readonly number[],
  unit: ValueUnit,
  hasTime: boolean,
): string[][] {
  const text = unitText(unit, 0).full
  return [...times].reverse().map((timeMs) => [
    lineTimeText(timeMs, hasTime),
    ...series.map(({ points }) => {
      const value = valueAt(points, timeMs)
      return value === undefined ? '--' : text(value)
    }),
    ...paymentColumn(series).map(() => {
      const paid = series.flatMap(({ payments = [] }) => payments.filter((payment) => payment.timeMs === timeMs))
      return paid.length === 0 ? '' : unitText(unit, 0).change(paid.reduce((sum, { amount }) => sum + amount, 0))
    }),
  ])
}
