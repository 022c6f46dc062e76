// The identity of a row across statements: the same booking has the same fingerprint in every file that contains it.
import { hash } from 'node:crypto'
import { canonicalDecimal } from './exact-decimal.ts'
import type { StatementLine } from './statement-line.ts'

/**
 * Returns what identifies a row apart from its equals: its reference if it has one, otherwise its content. Two rows of
 * one key and one day are told apart by their ordinal.
 */
export function lineKey(line: StatementLine): string {
  const known = keys.get(line)
  if (known !== undefined) return known
  const key = makeKey(line)
  keys.set(line, key)
  return key
}

/** A key is asked for twice: to count the equal rows and to make the fingerprint. */
const keys = new WeakMap<StatementLine, string>()

function makeKey(line: StatementLine): string {
  const instrument = line.instrument
  const security = instrument === null ? null : (instrument.isin ?? instrument.symbol ?? instrument.name)
  // One booking may be several lines: both sides of an exchange, a fee in another currency.
  const parts =
    line.reference === null
      ? [
          line.day,
          line.fate,
          security,
          ...[line.quantity, line.price, line.amount].map((value) => (value === null ? null : canonicalDecimal(value))),
          line.currency,
          line.description.trim().replace(/\s+/g, ' '),
        ]
      : ['reference', line.reference, line.fate, line.currency, security]
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

/**
 * Returns the identity of a row. `ordinal` counts the rows of equal `lineKey` in the file from 0, in any order: two
 * genuinely equal trades of one day are 0 and 1 and both count, and the same two in another file are 0 and 1 again. A
 * row with a reference has the same fingerprint whatever its ordinal, because references are unique in the account.
 * @example
 * const ordinals = countOrdinals()
 * for await (const line of reading.lines) store(lineFingerprint(line, ordinals(line)))
 */
export function lineFingerprint(line: StatementLine, ordinal: number): string {
  return line.reference === null ? `${lineKey(line)}.${ordinal}` : lineKey(line)
}

/** Returns a counter of equal rows: 0 for the first row of a key, 1 for the second one. */
export function countOrdinals(): (line: StatementLine) => number {
  const counts = new Map<string, number>()
  return (line) => {
    if (line.reference !== null) return 0
    const key = lineKey(line)
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return ordinal
  }
}
