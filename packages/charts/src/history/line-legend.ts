// Legends of line charts, written directly to the DOM: one value with its change, or all compared series with theirs.

import { changeMark, dayMinuteText, dayText, signedPercentText } from '../chart-text.ts'
import { chartTheme, type ThemeName } from '../theme.ts'
import type { LineWindow, PointedValues } from './line-chart-port.ts'
import { colorPlaceOf, seriesColor, valueAt, type LineSeries } from './line-point.ts'
import { gainBetween } from './rebase-lines.ts'
import { unitText, type ValueUnit } from './value-unit.ts'

export interface LegendState {
  readonly series: readonly LineSeries[]
  readonly window: LineWindow
  readonly pointed: PointedValues
  readonly unit: ValueUnit
  readonly hasTime: boolean
  readonly theme: ThemeName
}

export function lineTimeText(timeMs: number, hasTime: boolean): string {
  return hasTime ? dayMinuteText(timeMs) : dayText(timeMs, 'UTC')
}

/**
 * Returns the change since the first visible value in words: the gain in percent where payments are known, else the
 * amount by which the value changed. A percentage of a change that may include payments would present them as gain.
 */
export function changeSinceStart(
  { points, growth }: LineSeries,
  { fromMs }: LineWindow,
  { timeMs }: PointedValues,
  unit: ValueUnit,
): { readonly size: number; readonly text: string; readonly what: string } | undefined {
  if (growth !== undefined) {
    const gain = gainBetween(growth, fromMs, timeMs)
    return gain === undefined ? undefined : { size: gain, text: signedPercentText(gain), what: 'gain ' }
  }
  const [first, value] = [valueAt(points, fromMs), valueAt(points, timeMs)]
  return first === undefined || value === undefined
    ? undefined
    : { size: value - first, text: unitText(unit, 0).change(value - first), what: '' }
}

/** Returns the closes between which a gain is counted: "2025-12-31 to 2026-11-20". */
function spanText({ baseMs, fromMs }: LineWindow, timeMs: number, hasTime: boolean): string {
  if (baseMs !== undefined && timeMs < baseMs)
    return `${lineTimeText(timeMs, hasTime)}; gains are counted from ${lineTimeText(baseMs, hasTime)}`
  return `${lineTimeText(baseMs ?? fromMs, hasTime)} to ${lineTimeText(timeMs, hasTime)}`
}

function span(text: string, className?: string): HTMLSpanElement {
  const element = document.createElement('span')
  element.textContent = text
  if (className !== undefined) element.className = className
  return element
}

function coloured(text: string, size: number): HTMLSpanElement {
  const element = span('', 'cf-change')
  const mark = changeMark(size)
  if (mark !== '') element.append(span(mark, 'cf-mark'))
  element.append(text)
  element.dataset['direction'] = mark === '' ? 'none' : size > 0 ? 'up' : 'down'
  return element
}

/**
 * Renders `$284,316.52  2026-11-20  ▲ +15.49%  gain since 2025-11-20`;
 * for gains `+15.49%  2025-11-20 to 2026-11-20`.
 */
export function historyLegend({ series, window, pointed, unit, hasTime }: LegendState): readonly Node[] {
  const [line] = series
  const value = line && pointed.values.get(line.id)
  if (line === undefined || value === undefined) return []
  const strong = document.createElement('strong')
  strong.textContent = unitText(unit, 0).full(value)
  if (unit === 'percent') return [strong, span(spanText(window, pointed.timeMs, hasTime), 'cf-note')]
  const change = changeSinceStart(line, window, pointed, unit)
  const time = span(lineTimeText(pointed.timeMs, hasTime))
  const payment = line.payments?.find(({ timeMs }) => timeMs === pointed.timeMs)
  const paid = payment === undefined ? [] : [span(paymentText(payment.amount, unit), 'cf-note')]
  if (change === undefined) return [strong, time, ...paid]
  return [
    strong,
    time,
    ...paid,
    coloured(change.text, change.size),
    span(`${change.what}since ${lineTimeText(window.fromMs, hasTime)}`, 'cf-note'),
  ]
}

/** `money in $5,000.00`, `money out $120.00`. */
export const paymentText = (amount: number, unit: ValueUnit): string =>
  `money ${amount > 0 ? 'in' : 'out'} ${unitText(unit, 0).full(Math.abs(amount))}`

/** Renders `— Money in $5,000.00  — Gain +$120.00  2025-12-31 to 2026-11-20`. */
export function moneyLegend({ series, window, pointed, unit, theme, hasTime }: LegendState): readonly Node[] {
  const entries = series.map((line, index) => {
    const entry = document.createElement('span')
    const swatch = span('', 'cf-swatch')
    swatch.style.backgroundColor = seriesColor(chartTheme[theme], colorPlaceOf(line, index))
    const label = document.createElement('b')
    label.textContent = `${line.name} `
    const value = pointed.values.get(line.id)
    const text = unitText(unit, 0)
    const isGain = line.id === gainLineId
    entry.append(swatch, label)
    if (value === undefined) entry.append(span('--'))
    else entry.append(isGain ? coloured(text.change(value), value) : span(text.full(value)))
    return entry
  })
  return [...entries, span(spanText(window, pointed.timeMs, hasTime), 'cf-note')]
}

/** The line of a money chart that has a sign; the others only grow. */
export const gainLineId = 'gain'

/** Renders `— Account +18.71%  — SPY +12.04%  2025-12-31 to 2026-11-20`, each entry with the colour of its line. */
export function comparisonLegend({ series, window, pointed, theme, hasTime }: LegendState): readonly Node[] {
  const entries = series.map((line, index) => {
    const { id, name } = line
    const entry = document.createElement('span')
    const swatch = span('', 'cf-swatch')
    swatch.style.backgroundColor = seriesColor(chartTheme[theme], colorPlaceOf(line, index))
    const label = document.createElement('b')
    label.textContent = `${name} `
    const value = pointed.values.get(id)
    const figure = span(value === undefined ? '--' : signedPercentText(value), 'cf-change')
    figure.dataset['direction'] = value === undefined || changeMark(value) === '' ? 'none' : value > 0 ? 'up' : 'down'
    entry.append(swatch, label, figure)
    return entry
  })
  return [...entries, span(spanText(window, pointed.timeMs, hasTime), 'cf-note')]
}

/** Returns the pointed values as a sentence, for assistive technology. */
export function pointedValuesText({ series, pointed, unit, hasTime }: LegendState): string {
  const parts = series.map(({ id, name }) => {
    const value = pointed.values.get(id)
    return `${name} ${value === undefined ? 'no value' : unitText(unit, 0).full(value)}`
  })
  return `${lineTimeText(pointed.timeMs, hasTime)}: ${parts.join(', ')}`
}
