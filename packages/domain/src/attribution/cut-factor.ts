// Factors of days as an SQL statement multiplies them: whole numbers of 18 digits, cut into pieces of 9, so that
// the product with an amount of up to ten digits is a machine number. Sums of the products are exact.
import { divideHalfEven } from '../money/fraction.ts'

const digits = 18
const pieceDigits = 9
const pieceSize = 10n ** BigInt(pieceDigits)

export interface CutFactors {
  /** As they are multiplied: rounded to 18 digits of the largest one. */
  readonly factors: readonly bigint[]
  /** Of each factor, lowest first; empty where all factors are the same, so that a sum is multiplied once. */
  readonly pieces: readonly (readonly number[])[]
  /** What the lowest piece counts. */
  readonly step: bigint
}

/**
 * Returns the pieces of factors. Example: 1,234,567,890 and -2 are the pieces 234567890 and -2, then 1 and 0, of
 * step 1. A
 * rounded factor differs by at most half a step of a 10^18th of the largest, far less than a cent of any sum.
 */
export function cutFactors(factors: readonly bigint[]): CutFactors {
  const [first] = factors
  if (first === undefined || factors.every((one) => one === first)) return { factors, pieces: [], step: 1n }
  const longest = factors.reduce((most, one) => Math.max(most, sizeOf(one).toString().length), 0)
  const step = 10n ** BigInt(Math.max(0, longest - digits))
  const whole = factors.map((one) => divideHalfEven(one, step))
  const pieces: number[][] = []
  for (let rest = whole; rest.some((one) => one !== 0n); rest = rest.map((one) => one / pieceSize))
    pieces.push(rest.map((one) => Number(one % pieceSize)))
  return { factors: whole.map((one) => one * step), pieces, step }
}

/** Returns the sum of amount x factor from the sums of amount x piece, lowest first, or from the sum of the amounts. */
export function joinPieces({ factors: [factor = 0n], pieces, step }: CutFactors, sums: readonly bigint[]): bigint {
  if (pieces.length === 0) return (sums[0] ?? 0n) * factor
  return sums.reduceRight((all, sum) => all * pieceSize + sum, 0n) * step
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)
