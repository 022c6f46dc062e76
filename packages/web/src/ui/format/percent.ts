// Percentages with 2 decimals. They are ratios for display, so floats are allowed; decimal text keeps its digits.
import { absent, formatMoney } from './money.ts'

export interface PercentFormat {
  readonly isSigned?: boolean
  /** Drops trailing zeros: 63.6 % instead of 63.60 %. */
  readonly isTrimmed?: boolean
}

/**
 * Formats a percentage: `formatPercent(37.1)` is "37.10%", `formatPercent(-3.521, { isSigned: true })` is "-3.52%".
 * Values that are not finite numbers count as absent.
 */
export function formatPercent(value: number | string | null | undefined, format: PercentFormat = {}): string {
  if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return absent
  const words = formatMoney(String(value), { isPlain: true, isSigned: format.isSigned ?? false })
  return `${format.isTrimmed ? words.replace(/\.?0+$/, '') : words}%`
}
