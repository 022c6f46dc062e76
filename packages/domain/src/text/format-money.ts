// Formats money for display: `$1,234.56`, negatives `-$1,234.56`; amounts in another currency than dollars end with its
// code: `1,234.56 EUR`. Works on whole cents or decimal text, never through floats.
// Source: docs/rules/interface.md, "Number display".
import type { Cents } from '../kind.ts'
import { type DecimalSteps, decimalSteps, divideRounded } from './decimal-steps.ts'

/** Whole cents, or decimal text such as "1234.5" or "-0.0001". */
export type MoneyValue = Cents | bigint | string

export interface MoneyFormat {
  /**
   * Number of decimals: 2 for money, up to 4 for prices. Longer decimal text is rounded half away from zero; cents are
   * exact.
   */
  readonly decimals?: number
  /** Shows a plus on positive amounts, as for contributions and profit. Zero never has a sign. */
  readonly isSigned?: boolean
  /** Omits the currency, for prices in narrow lists. */
  readonly isPlain?: boolean
  /** ISO code; dollars without it. Other currencies are written with their code: "-804.00 EUR". */
  readonly currency?: string
}

/** Placeholder for an absent value. */
export const absent = '--'

/**
 * Formats money: `formatMoney(123456n)` is "$1,234.56", `formatMoney("-804")` is "-$804.00",
 * `formatMoney(250000n, { isSigned: true })` is "+$2,500.00", `formatMoney(123456n, { currency: 'EUR' })` is
 * "1,234.56 EUR". Throws if the text is not a decimal number, which is a caller error.
 */
export function formatMoney(value: MoneyValue | null | undefined, format: MoneyFormat = {}): string {
  if (value === null || value === undefined) return absent
  const { decimals = 2, isSigned = false, isPlain = false, currency = 'USD' } = format
  const { isNegative, steps } = toSteps(value, decimals)
  const whole = steps / 10n ** BigInt(decimals)
  const rest = decimals === 0 ? '' : `.${String(steps % 10n ** BigInt(decimals)).padStart(decimals, '0')}`
  const sign = steps === 0n ? '' : isNegative ? '-' : isSigned ? '+' : ''
  const figure = `${sign}${groupThousands(String(whole))}${rest}`
  return isPlain ? figure : withCurrency(figure, currency)
}

/**
 * Writes the currency of a figure that is formatted already: `withCurrency('-10.5', 'USD')` is "-$10.5",
 * `withCurrency('10.1234', 'EUR')` is "10.1234 EUR".
 */
export function withCurrency(figure: string, currency: string): string {
  if (currency !== 'USD') return `${figure} ${currency}`
  const start = /^[+-]/.test(figure) ? 1 : 0
  return [figure.slice(0, start), '$', figure.slice(start)].join('')
}

/** Returns -1, 0 or 1 for a value below, at or above zero when rounded to the displayed decimals. */
export function moneySign(value: MoneyValue, decimals = 2): -1 | 0 | 1 {
  const { isNegative, steps } = toSteps(value, decimals)
  return steps === 0n ? 0 : isNegative ? -1 : 1
}

/** `groupThousands("1234567")` is "1,234,567". */
export function groupThousands(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** Cents are exact; text is rounded half away from zero. */
function toSteps(value: MoneyValue, decimals: number): DecimalSteps {
  if (typeof value !== 'bigint') return decimalSteps(value, decimals)
  const size = value < 0n ? -value : value
  const steps = decimals >= 2 ? size * 10n ** BigInt(decimals - 2) : divideRounded(size, 10n ** BigInt(2 - decimals))
  return { isNegative: value < 0n, steps }
}
