// Reads days and instants as brokerages write them.
import { parseDayInOrder, toEpochMs, type DateOrder, type EpochMs } from '@clubfolio/domain'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Returns the day `YYYY-MM-DD` at the start of a text, or null: `2024-01-31`, `20240131`, `31-Jan-24`, and with the
 * year last in the given order `01/31/2024` or `31.01.2024`. A time after it is left alone.
 */
export function readDay(text: string, order: DateOrder | 'ymd'): string | null {
  const trimmed = text.trim()
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[- ](\d{4}|\d{2})(?!\d)/.exec(trimmed)
  if (named) {
    const month = months.indexOf(named[2]!.toLowerCase()) + 1
    const year = named[3]!.length === 2 ? `20${named[3]}` : named[3]!
    return month === 0 ? null : parseDayInOrder(`${year}-${pad(month)}-${named[1]!.padStart(2, '0')}`, 'ymd')
  }
  const day = /^(\d{4}-\d{2}-\d{2}|\d{8}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})(?![\d/.-])/.exec(trimmed)
  if (day) return parseDayInOrder(day[1]!, order)
  const slashed = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/.exec(trimmed)
  return slashed
    ? parseDayInOrder(`${slashed[1]}-${slashed[2]!.padStart(2, '0')}-${slashed[3]!.padStart(2, '0')}`, 'ymd')
    : null
}

/**
 * Returns the instant of a text that names its zone, or null: `2024-04-18T18:09:12.259Z`, `2023-06-02 16:06:47-04:00`.
 */
export function readInstant(text: string): EpochMs | null {
  const found = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})$/.exec(
    text.trim(),
  )
  if (!found) return null
  const zone = found[3]!.replace('UTC', 'Z')
  const at = Date.parse(
    `${found[1]}T${found[2]!.slice(0, 12)}${/^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  )
  return Number.isNaN(at) ? null : toEpochMs(at)
}

const pad = (value: number): string => String(value).padStart(2, '0')
