// Decimal text as a whole number of its last wanted decimal, rounded half away from zero without floats. Formatting
// needs no more than this, so a page that only shows figures does not load the decimal library.

export interface DecimalSteps {
  readonly isNegative: boolean
  /** The unsigned amount in steps of the last decimal. */
  readonly steps: bigint
}

/**
 * Reads decimal text: `decimalSteps('-1.005', 2)` is `{ isNegative: true, steps: 101n }`. An exponent is allowed, as in
 * '1e-7'. Throws if the text is not a decimal number, which is a caller error.
 */
export function decimalSteps(text: string, decimals: number): DecimalSteps {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim())
  if (!match) throw new Error(`Not a decimal number: ${text}`)
  const [, sign, whole = '0', fraction = '', exponent = '0'] = match
  const digits = BigInt(whole + fraction)
  const shift = decimals - fraction.length + Number(exponent)
  const steps = shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift))
  return { isNegative: sign === '-', steps }
}

/** Divides unsigned amounts, rounding half away from zero: `divideRounded(5n, 2n)` is 3n. */
export function divideRounded(amount: bigint, by: bigint): bigint {
  return (amount * 2n + by) / (by * 2n)
}
