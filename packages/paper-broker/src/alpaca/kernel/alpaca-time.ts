// Instants of the Alpaca wire: RFC 3339.

import { type EpochMs, newYorkInstant, newYorkOffsetMs, parseMarketDay, toEpochMs } from '@clubfolio/domain'
import { AlpacaRefusal } from './alpaca-error.ts'

const HOUR_MS = 3_600_000
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Returns an instant in UTC: `2026-03-04T15:00:00.000Z`. */
export function instantText(at: Date | number): string {
  return new Date(at).toISOString()
}

/** Returns an instant with New York's offset: `2026-03-04T10:00:00-05:00`. */
export function newYorkText(at: EpochMs): string {
  const offset = newYorkOffsetMs(at)
  const local = new Date(at + offset).toISOString().slice(0, 19)
  return `${local}-${String(Math.round(-offset / HOUR_MS)).padStart(2, '0')}:00`
}

/**
 * Parses a parameter that is an instant or a day, which is its New York midnight; undefined when absent. Throws an
 * AlpacaRefusal for anything else.
 */
export function instantOf(name: string, value: unknown): EpochMs | undefined {
  if (value === undefined || value === '') return undefined
  const text = typeof value === 'string' ? value.trim() : ''
  const day = parseMarketDay(text)
  if (day !== null) return newYorkInstant(day, 0)
  // A plus sign that was not encoded arrives as a blank.
  const clean = text.replace(/ (\d{2}:\d{2})$/, '+$1')
  const at = INSTANT.test(clean) ? Date.parse(clean) : Number.NaN
  if (Number.isNaN(at)) throw new AlpacaRefusal('invalid', `${name} is no RFC 3339 instant and no day YYYY-MM-DD.`)
  return toEpochMs(at)
}
