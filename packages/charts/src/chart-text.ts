// Formats prices, changes and times on charts: the same text in legends, labels, summaries and tables.

import { formatMoney, timeZoneMark } from '@clubfolio/domain'
import { localText, type ChartZone } from './chart-zone.ts'

/**
 * Formats a number with thousands separators and exactly `digits` decimals, halves away from zero; without a sign when
 * it rounds to zero. `Intl.NumberFormat` would read the same, but making one takes a phone longer than the first chart.
 */
export function numberText(value: number, digits: number): string {
  return Number.isFinite(value) ? formatMoney(String(value), { isPlain: true, decimals: digits }) : String(value)
}

/**
 * Formats a price with 2 decimals; below one dollar with as many as it has, at most 4. 0.8125 reads 0.8125, 12 reads
 * 12.00.
 */
export function priceText(price: number): string {
  return numberText(price, Math.abs(price) < 1 ? Math.max(2, decimalsOf(price, 4)) : 2)
}

/**
 * Formats a tick of the price axis: 2 decimals, more where the tick is finer. 0.005 reads 0.005, 1500 reads 1,500.00.
 */
export function tickText(price: number): string {
  return numberText(price, Math.max(2, decimalsOf(price, 6)))
}

function decimalsOf(value: number, limit: number): number {
  for (let digits = 0; digits < limit; digits++) if (Number(value.toFixed(digits)) === value) return digits
  return limit
}

/**
 * Formats a signed percentage with 2 decimals, rounded as everywhere else: +2.31%, -0.40%; zero, also after rounding,
 * has no sign.
 */
export function signedPercentText(percent: number, digits = 2): string {
  // Drops float noise beyond the number of digits with which gains are transmitted.
  return `${formatMoney(String(Math.round(percent * 1e8) / 1e8), { isPlain: true, isSigned: true, decimals: digits })}%`
}

/** Returns the symbol that precedes a change, so that colour is never the only signal; empty for zero. */
export function changeMark(change: number): '▲' | '▼' | '' {
  if (Number(change.toFixed(2)) === 0) return ''
  return change > 0 ? '▲' : '▼'
}

const countSteps = [
  [1e3, 'K'],
  [1e6, 'M'],
  [1e9, 'B'],
] as const

/**
 * Formats big counts: 999 unchanged, 1.65K, 2.21M, 1.00B; a number moves up a letter before it would print 1000.00K.
 */
export function bigCountText(count: number): string {
  const size = Math.abs(count)
  if (size < 1_000) return String(count)
  const [unit, letter] = countSteps.find(([step]) => Number((size / step).toFixed(2)) < 1_000) ?? countSteps[2]
  return `${(count / unit).toFixed(2)}${letter}`
}

/** Formats a tick of an axis of counts, without zeros after the point: 800K, 2.4M, 3B. */
export function countTickText(count: number): string {
  return bigCountText(count).replace(/\.?0+(?=[KMB]$)/, '')
}

/** Returns `YYYY-MM-DD` in the zone. */
export function dayText(timeMs: number, zone: ChartZone): string {
  return localText(timeMs, zone).slice(0, 10)
}

/** Returns `HH:mm ET`: 24 hours, in New York time, which every time names. */
export function minuteText(timeMs: number): string {
  return `${localText(timeMs, 'America/New_York').slice(11, 16)} ${timeZoneMark}`
}

/** Returns `YYYY-MM-DD HH:mm ET`. */
export function dayMinuteText(timeMs: number): string {
  return `${dayText(timeMs, 'America/New_York')} ${minuteText(timeMs)}`
}
