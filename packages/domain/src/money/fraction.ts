// Exact fractions of whole numbers, the only numeric type that fund arithmetic uses between two roundings. Fund
// arithmetic rounds half-even with the functions below, once, at the very end.
import { greater } from './lesser.ts'

/** An exact fraction. `denominator` is always positive; the pair need not be in lowest terms. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Creates a fraction with a positive denominator. Throws on a zero denominator, which is a caller error. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator > 0n) return { numerator, denominator }
  if (denominator === 0n) throw new RangeError('A fraction needs a denominator other than zero')
  return { numerator: -numerator, denominator: -denominator }
}

export const zeroFraction: Fraction = { numerator: 0n, denominator: 1n }

export function addFractions(left: Fraction, right: Fraction): Fraction {
  if (left.denominator === right.denominator) {
    return { numerator: left.numerator + right.numerator, denominator: left.denominator }
  }
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  }
}

export function subtractFractions(left: Fraction, right: Fraction): Fraction {
  return addFractions(left, { numerator: -right.numerator, denominator: right.denominator })
}

export function multiplyFractions(left: Fraction, right: Fraction): Fraction {
  return { numerator: left.numerator * right.numerator, denominator: left.denominator * right.denominator }
}

/** Divides exactly; throws on division by zero. */
export function divideFractions(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.denominator, left.denominator * right.numerator)
}

/** Returns a negative number, zero or a positive number when `left` is below, equal to or above `right`. */
export function compareFractions(left: Fraction, right: Fraction): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * Returns the largest whole number not above the quotient, also for negative values: `floorDivide(-7n, 2n)` is `-4n`.
 */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  // The rest has the sign of the numerator. Where it differs from the denominator's, the division has rounded up.
  return (numerator % denominator) * denominator < 0n ? quotient - 1n : quotient
}

/**
 * Returns the quotient rounded to the nearest whole number, ties to even. `divideHalfEven(5n, 2n)` is `2n`,
 * `divideHalfEven(7n, 2n)` is `4n`, `divideHalfEven(-5n, 2n)` is `-2n`.
 * Source: docs/rules/fund.md, "Arithmetic". Throws on division by zero.
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divideHalfEven(-numerator, -denominator)
  const towardsZero = numerator / denominator
  const rest = numerator - towardsZero * denominator
  const doubledRest = rest < 0n ? -2n * rest : 2n * rest
  const isOdd = (towardsZero & 1n) === 1n
  if (doubledRest < denominator || (doubledRest === denominator && !isOdd)) return towardsZero
  return numerator < 0n ? towardsZero - 1n : towardsZero + 1n
}

/** Rounds a fraction half-even to a whole number. */
export function roundHalfEven(value: Fraction): bigint {
  return divideHalfEven(value.numerator, value.denominator)
}

/**
 * Formats a fraction as decimal text with exactly `decimals` places, rounded half-even.
 * `fractionText(fraction(5600n, 51n), 6)` is `"109.803922"`.
 */
export function fractionText(value: Fraction, decimals: number): string {
  const scaled = divideHalfEven(value.numerator * 10n ** BigInt(decimals), value.denominator)
  return scaledText(scaled, decimals)
}

/** Formats a whole number of `10^-decimals` steps as decimal text: `scaledText(-5n, 2)` is `"-0.05"`. */
export function scaledText(scaled: bigint, decimals: number): string {
  const sign = scaled < 0n ? '-' : ''
  const digits = greater(scaled, -scaled)
    .toString()
    .padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Converts a fraction to a binary float, for statistics and charts only, never for money. Goes through text with 18
 * decimals, so that huge numerators do not overflow to infinity.
 */
export function fractionToNumber(value: Fraction): number {
  return Number(fractionText(value, 18))
}

/**
 * Returns the same value in lowest terms, so that repeated multiplication does not grow it without bound: 150/100 is
 * 3/2.
 */
export function lowestTerms({ numerator, denominator }: Fraction): Fraction {
  let [divisor, rest] = [denominator, greater(numerator, -numerator)]
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest]
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/**
 * Parses decimal text into an exact fraction: `decimalFraction("-12.5")` is -25/2. Throws on anything else, which is a
 * caller error.
 */
export function decimalFraction(text: string): Fraction {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`No decimal number: ${text}`)
  const [, whole = '', digits = ''] = match
  const size = BigInt(whole + digits)
  return lowestTerms({ numerator: text.startsWith('-') ? -size : size, denominator: 10n ** BigInt(digits.length) })
}
