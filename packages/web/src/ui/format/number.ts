// Counts with thousands separators, and big numbers as K, M, B.
// Source: docs/rules/interface.md, "Number display".
import { absent, formatMoney, groupThousands } from './money.ts'

/**
 * Formats a count: `formatCount(24108)` is "24,108". Decimals stay as written: `formatCount("24108.3347")` is
 * "24,108.3347".
 */
export function formatCount(value: number | bigint | string | null | undefined): string {
  if (value === null || value === undefined) return absent
  const [whole = '', fraction] = String(value).split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  return sign + groupThousands(whole.replace(/^[+-]/, '')) + (fraction ? `.${fraction}` : '')
}

const steps = [
  { size: 1e3, letter: 'K' },
  { size: 1e6, letter: 'M' },
  { size: 1e9, letter: 'B' },
] as const

/**
 * Formats a big number: below 1000 unchanged, else K, M or B with 2 decimals. A number that would print as 1000.00
 * moves up to the next letter: `formatBigNumber(999_995)` is "1.00M", `formatBigNumber(999.5)` is "999.5",
 * `formatBigNumber(1000)` is "1.00K".
 */
export function formatBigNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return absent
  const size = Math.abs(value)
  if (size < 1000) return String(value)
  const sign = value < 0 ? '-' : ''
  const written = steps.map((step) => ({ ...step, words: formatMoney(String(size / step.size), { isPlain: true }) }))
  // Four or more digits before the point belong to the next letter; there is none after B.
  const fit = written.find(({ letter, words }) => letter === 'B' || words.length <= '999.99'.length)
  return fit ? `${sign}${fit.words}${fit.letter}` : absent
}
