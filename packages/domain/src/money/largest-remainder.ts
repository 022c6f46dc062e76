// Largest-remainder method: splits a whole number of cents (or of hundredths of a percent) so that the parts add up to
// it exactly. Ties go to the lowest id, so the same input always gives the same split.
import { floorDivide } from './fraction.ts'

/** One part of a split: an id and its weight, in any whole unit. */
export type Weight = readonly [id: string, weight: bigint]

/**
 * Splits `total` by weight: floors every part (also for negative totals), then hands out the remaining cents one each
 * to the largest fractions, ties by id. Weights must not be negative, and their sum must be above zero. Example: 200
 * cents over weights 1, 1, 1 is 67, 67, 66. Source: docs/rules/fund.md, "Arithmetic".
 */
export function splitByLargestRemainder(total: bigint, weights: readonly Weight[]): Map<string, bigint> {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0n)
  if (sum <= 0n) throw new RangeError('A split needs weights with a sum above zero')
  const parts = weights.map(([id, weight]) => {
    const floor = floorDivide(total * weight, sum)
    return { id, floor, rest: total * weight - floor * sum }
  })
  const left = total - parts.reduce((all, { floor }) => all + floor, 0n)
  // The sign of a difference survives the conversion, whatever its size.
  const byRest = parts.toSorted((a, b) => Number(b.rest - a.rest) || compareIds(a.id, b.id))
  const luckyIds = new Set(byRest.slice(0, Number(left)).map((part) => part.id))
  return new Map(parts.map((part) => [part.id, luckyIds.has(part.id) ? part.floor + 1n : part.floor]))
}

export interface PartByLargestRemainderOptions {
  readonly sum: bigint
  readonly id: string
  readonly own: bigint
}

/**
 * Returns the part of a single id in `splitByLargestRemainder`, in one pass and without sorting. `sum` is the sum of
 * all weights; an id with no weight gets 0.
 */
export function partByLargestRemainder(
  total: bigint,
  weights: Iterable<Weight>,
  { sum, id, own }: PartByLargestRemainderOptions,
): bigint {
  if (sum === 0n) return 0n
  const ownFloor = floorDivide(total * own, sum)
  const ownRest = total * own - ownFloor * sum
  if (ownRest === 0n) return ownFloor
  let allRests = 0n
  let rank = 0n
  for (const [otherId, weight] of weights) {
    const rest = total * weight - floorDivide(total * weight, sum) * sum
    allRests += rest
    if (rest > ownRest || (rest === ownRest && compareIds(otherId, id) < 0)) rank += 1n
  }
  // The remainders of all parts add up to a whole multiple of `sum`; that many parts get one more.
  return rank * sum < allRests ? ownFloor + 1n : ownFloor
}

/** Compares ids as plain text, independent of locale. */
export function compareIds(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
