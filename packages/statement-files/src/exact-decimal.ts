// Arithmetic with decimal text. Amounts of a statement never become binary floats; a quotient is rounded once, and the
// only quotients are rates.
import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 400, toExpNeg: -400, toExpPos: 400 })

/** A number of `10^-decimals` steps. Sums and products of these are many times faster than those of `Decimal`. */
interface Steps {
  readonly steps: bigint
  readonly decimals: number
}

function stepsOf(text: string): Steps {
  const point = text.indexOf('.')
  if (point === -1) return { steps: BigInt(text), decimals: 0 }
  return { steps: BigInt(text.slice(0, point) + text.slice(point + 1)), decimals: text.length - point - 1 }
}

function textOf({ steps, decimals }: Steps): string {
  if (decimals === 0) return steps.toString()
  const isNegativeNumber = steps < 0n
  const digits = (isNegativeNumber ? -steps : steps).toString().padStart(decimals + 1, '0')
  return canonicalDecimal(`${isNegativeNumber ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}

function add(left: Steps, right: Steps): Steps {
  const decimals = Math.max(left.decimals, right.decimals)
  return { steps: stepsAt(left, decimals) + stepsAt(right, decimals), decimals }
}

const stepsAt = ({ steps, decimals }: Steps, finer: number): bigint =>
  finer === decimals ? steps : steps * 10n ** BigInt(finer - decimals)

/**
 * Returns the one text of a number: no plus sign, no leading or trailing zeros, no exponent, no negative zero.
 * `canonicalDecimal('-0012.50')` is `"-12.5"`.
 */
export function canonicalDecimal(text: string): string {
  const plain = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text)
  if (!plain) return new Exact(text).toFixed()
  const [, sign = '', whole = '', digits = ''] = plain
  const size = `${whole === '' ? '0' : whole}${digits === '' ? '' : `.${digits}`}`
  return size === '0' ? '0' : sign + size
}

/** `sumOf('1.1', '-0.1')` is `"1"`. */
export function sumOf(...texts: readonly string[]): string {
  let sum: Steps = { steps: 0n, decimals: 0 }
  for (const text of texts) sum = add(sum, stepsOf(text))
  return textOf(sum)
}

/** `productOf('1.5', '-2')` is `"-3"`. */
export function productOf(...texts: readonly string[]): string {
  let [steps, decimals] = [1n, 0]
  for (const text of texts) {
    const factor = stepsOf(text)
    steps *= factor.steps
    decimals += factor.decimals
  }
  return textOf({ steps, decimals })
}

/** Returns a quotient with 12 significant digits, for rates only; null for a divisor of zero. */
export function rateOf(dividend: string, divisor: string): string | null {
  return isZero(divisor) ? null : new Exact(dividend).div(divisor).toSignificantDigits(12).toFixed()
}

export function negated(text: string): string {
  if (text === '0') return text
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}

export const absolute = (text: string): string => (text.startsWith('-') ? text.slice(1) : text)

export const isZero = (text: string): boolean => !/[1-9]/.test(text)

export const isNegative = (text: string): boolean => text.startsWith('-') && !isZero(text)

/** Returns whether two numbers differ by more than a third one. */
export function differsByMore(left: string, right: string, tolerance: string): boolean {
  return isNegative(sumOf(tolerance, negated(absolute(sumOf(left, negated(right))))))
}

/** Returns the number of decimals of a text: 4 for `"1.2500"`. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point === -1 ? 0 : text.length - point - 1
}
