// The management fee of many holders who have held the same units since their last charge, compared with what a charge
// settles, in machine integers (docs/decisions/0084-charges-are-dealt-by-column.md).

/**
 * What a unit step owes for some days, in 1e-18 of a cent: four parts of 32 bits, two of the whole number and two of
 * its fraction, which is rounded down.
 */
export type StepFee = BigUint64Array

/** Above this the fraction of a product is not known well enough: 45 million units. */
export const settledLimit = 2n ** 52n

/** The halves of a number of units as whole numbers of 64 bits, without an allocation; the lower first. */
const halves = new BigUint64Array(2)
const words = new Uint32Array(halves.buffer)
const [lowWord, highWord] = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? [0, 2] : [1, 3]

const low32 = 4_294_967_295n
const oneHalf = 2_147_483_648n
/** The fraction of a product is too low by less than 2^-12 and 2^-32. */
const uncertain = oneHalf - 2_097_152n

/** Returns the fee of a unit step as the quotient of two whole numbers, or undefined when it does not fit. */
export function stepFeeOf(numerator: bigint, denominator: bigint): StepFee | undefined {
  const scaled = (numerator << 64n) / denominator
  if (scaled < 0n || scaled >= 1n << 127n) return undefined
  return BigUint64Array.of(scaled >> 96n, (scaled >> 64n) & low32, (scaled >> 32n) & low32, scaled & low32)
}

/**
 * Returns whether units owe exactly the fee at a place of a list, in 1e-18 of a cent, rounded half-even. A fee has two
 * halves of 64 bits there, the lower first. Where half a part is too near to tell, it returns false and the exact
 * quotient decides. Units are a whole number below `settledLimit`.
 */
export function isFeeOf(held: number, fee: StepFee, list: BigUint64Array, place: number): boolean {
  const e1 = fee[0]!
  const e0 = fee[1]!
  const f1 = fee[2]!
  const f0 = fee[3]!
  words[lowWord] = held
  words[highWord] = held / 4_294_967_296
  const h0 = halves[0]!
  const h1 = halves[1]!
  // The fraction, and what it carries over into the whole number.
  const a = BigInt.asUintN(64, h0 * f0)
  const b = BigInt.asUintN(64, h0 * f1)
  const c = BigInt.asUintN(64, h1 * f0)
  const middle = BigInt.asUintN(64, BigInt.asUintN(64, a >> 32n) + BigInt.asUintN(32, b))
  const fraction = BigInt.asUintN(64, middle + BigInt.asUintN(32, c))
  const carried = BigInt.asUintN(
    64,
    BigInt.asUintN(64, BigInt.asUintN(64, h1 * f1) + BigInt.asUintN(64, b >> 32n)) +
      BigInt.asUintN(64, BigInt.asUintN(64, c >> 32n) + BigInt.asUintN(64, fraction >> 32n)),
  )
  const rest = BigInt.asUintN(32, fraction)
  if (rest <= oneHalf && rest >= uncertain) return false
  const whole = BigInt.asUintN(64, carried + (rest > oneHalf ? 1n : 0n))
  // The whole number in two halves of 64 bits.
  const d = BigInt.asUintN(64, h0 * e0)
  const e = BigInt.asUintN(64, h0 * e1)
  const f = BigInt.asUintN(64, h1 * e0)
  const cross = BigInt.asUintN(
    64,
    BigInt.asUintN(64, BigInt.asUintN(64, d >> 32n) + BigInt.asUintN(32, e)) + BigInt.asUintN(32, f),
  )
  const product = BigInt.asUintN(64, BigInt.asUintN(64, cross << 32n) + BigInt.asUintN(32, d))
  const sum = BigInt.asUintN(64, product + whole)
  if (sum !== list[2 * place]!) return false
  const upper = BigInt.asUintN(
    64,
    BigInt.asUintN(64, BigInt.asUintN(64, h1 * e1) + BigInt.asUintN(64, e >> 32n)) +
      BigInt.asUintN(64, BigInt.asUintN(64, f >> 32n) + BigInt.asUintN(64, cross >> 32n)),
  )
  return BigInt.asUintN(64, upper + (sum < product ? 1n : 0n)) === list[2 * place + 1]!
}
