// Exact decimals as whole steps of a fixed scale (cents: scale 2, prices: 4, cost: 8). No float takes part in money.
// JSON numbers are created only at the edge, from the decimal text.

const PLAIN_DECIMAL = /^([+-]?\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

interface Digits {
  /** All digits with the sign, as one whole number. */
  readonly digits: bigint
  readonly scale: number
}

function digitsOf(text: string): Digits | null {
  const match = PLAIN_DECIMAL.exec(text)
  if (match === null) return null
  // No exponent is the number of an empty text, zero.
  const [, whole = '', fraction = '', exponent = ''] = match
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) }
}

/** Returns a number without its sign. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Returns the larger of two numbers. */
export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/** Returns the smaller of two numbers. */
export function smaller(one: bigint, other: bigint): bigint {
  return -larger(-one, -other)
}

/**
 * Divides and rounds half away from zero; the divisor must not be zero.
 * Example: 7 / 2 gives 4, -7 / 2 gives -4, 10 / 4 gives 3.
 */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  // The quotient in halves, cut towards zero: an odd one is rounded away from zero.
  const halves = (2n * dividend) / divisor
  return halves / 2n + (halves % 2n)
}

/** Converts steps from one scale to another, rounding half away from zero where digits are lost. */
export function rescale(steps: bigint, from: number, to: number): bigint {
  return to >= from ? steps * 10n ** BigInt(to - from) : divideHalfUp(steps, 10n ** BigInt(from - to))
}

/** Parses a decimal exactly; returns null when the text is not a decimal or needs more places than the scale has. */
export function parseExact(text: string, scale: number): bigint | null {
  const read = digitsOf(text)
  if (read === null) return null
  const steps = rescale(read.digits, read.scale, scale)
  return rescale(steps, scale, read.scale) === read.digits ? steps : null
}

/** Parses a decimal and rounds it half away from zero to the scale; throws on text that is not a decimal. */
export function parseRounded(text: string, scale: number): bigint {
  const read = digitsOf(text)
  if (read === null) throw new RangeError(`Not a decimal: ${JSON.stringify(text)}`)
  return rescale(read.digits, read.scale, scale)
}

/** Formats steps as decimal text with all places of the scale: 12345 at scale 2 is `123.45`. */
export function decimalText(steps: bigint, scale: number): string {
  const digits = absolute(steps)
    .toString()
    .padStart(scale + 1, '0')
  const sign = steps < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Returns steps as a JSON number: the float nearest to the decimal text, so that it prints as that text. */
export function wireNumber(steps: bigint, scale: number): number {
  return Number(decimalText(steps, scale))
}
