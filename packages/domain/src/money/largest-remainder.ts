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
  return roundByLargestRemainder(
    total,
    weights.map(([id, weight]) => [id, total * weight]),
    sum,
  )
}

/**
 * Rounds exact parts, given as numerators over one denominator, to whole numbers that add up to `total`, which is their
 * exact sum: each is floored, and the ones left over go to the largest fractions, ties by id. Example: 2.5, 0.7 and
 * -1.2, which add up to 2, are 2, 1 and -1.
 */
export function roundByLargestRemainder(
  total: bigint,
  numerators: readonly Weight[],
  denominator: bigint,
): Map<string, bigint> {
  const parts = numerators.map(([id, numerator]) => {
    const floor = floorDivide(numerator, denominator)
    return { id, floor, rest: numerator - floor * denominator }
  })
  const left = total - parts.reduce((all, { floor }) => all + floor, 0n)
  const byRest = parts.toSorted((a, b) => compareNumbers(b.rest, a.rest) || compareIds(a.id, b.id))
  const luckyIds = new Set(byRest.slice(0, Number(left)).map((part) => part.id))
  return new Map(parts.map((part) => [part.id, luckyIds.has(part.id) ? part.floor + 1n : part.floor]))
}

/** The difference of two rests can be too long for a machine number. */
const compareNumbers = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0)

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

interface Ranked {
  readonly id: string
  readonly rest: bigint
}

/**
 * A split by largest remainder that answers for a single id after a few weights have changed, in logarithmic time. The
 * total and the sum of the weights stay. Example: 100 cents over a 2 and b 1; if a gives 1 to b, b has 67.
 */
export class RankedSplit {
  private readonly total: bigint
  private readonly sum: bigint
  private readonly restById = new Map<string, bigint>()
  /** Those who get an odd cent first, first. */
  private readonly ranked: readonly Ranked[]
  private readonly allRests: bigint

  constructor(total: bigint, weights: Iterable<Weight>, sum: bigint) {
    this.total = total
    this.sum = sum
    let allRests = 0n
    for (const [id, weight] of weights) {
      const rest = this.restOf(weight)
      this.restById.set(id, rest)
      allRests += rest
    }
    this.allRests = allRests
    this.ranked = [...this.restById].map(([id, rest]) => ({ id, rest })).sort(compareRanks)
  }

  /** Returns the part of an id; `changed` has the new weights, that of the id among them if it has changed. */
  partOf(id: string, own: bigint, changed: ReadonlyMap<string, bigint>): bigint {
    if (this.sum === 0n) return 0n
    const floor = floorDivide(this.total * own, this.sum)
    const one = { id, rest: this.restOf(own) }
    if (one.rest === 0n) return floor
    let rank = this.countAhead(one)
    let { allRests } = this
    for (const [changedId, weight] of new Map(changed).set(id, own)) {
      const was = { id: changedId, rest: this.restById.get(changedId) ?? 0n }
      const is = { id: changedId, rest: this.restOf(weight) }
      if (this.restById.has(changedId) && compareRanks(was, one) < 0) rank -= 1
      if (compareRanks(is, one) < 0) rank += 1
      allRests += is.rest - was.rest
    }
    // The remainders of all parts add up to a whole multiple of the sum; that many parts get one more.
    return BigInt(rank) * this.sum < allRests ? floor + 1n : floor
  }

  private restOf(weight: bigint): bigint {
    return this.sum === 0n ? 0n : this.total * weight - floorDivide(this.total * weight, this.sum) * this.sum
  }

  private countAhead(one: Ranked): number {
    let low = 0
    let high = this.ranked.length
    while (low < high) {
      const middle = (low + high) >> 1
      const ranked = this.ranked[middle]
      if (ranked && compareRanks(ranked, one) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function compareRanks(left: Ranked, right: Ranked): number {
  return left.rest === right.rest ? compareIds(left.id, right.id) : left.rest > right.rest ? -1 : 1
}

/** Compares ids as plain text, independent of locale. */
export function compareIds(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
