// A line chart in words and as a table: what the visible part of each series does.

import { signedPercentText } from '../chart-text.ts'
import { lineTimeText } from './line-legend.ts'
import type { LineWindow } from './line-chart-port.ts'
import { valueAt, type LinePoint, type LineSeries } from './line-point.ts'
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
  const sentences = series.map(({ name, points, growth }) => {
    const shown = points.filter(({ timeMs }) => timeMs >= window.fromMs && timeMs <= window.toMs + 999)
    const first = shown[0]
    const last = shown.at(-1)
    if (first === undefined || last === undefined) return `${name}: no values.`
    const low = shown.reduce((least, { value }) => Math.min(least, value), Infinity)
    const high = shown.reduce((most, { value }) => Math.max(most, value), -Infinity)
    return (
      `${name}: from ${text(first.value)} to ${text(last.value)}, lowest ${text(low)}, highest ` +
      `${text(high)}.${gainSentence(growth, window)}`
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
  ])
}
