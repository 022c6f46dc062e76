// Exact parts of holders: sums of fractions whose denominators are the units of a close. They are kept apart by
// denominator and brought together once, because a year of closes has few different numbers of units.
import { addFractions, type Fraction, fraction, roundHalfEven, zeroFraction } from '../../money/fraction.ts'
import { roundByLargestRemainder } from '../../money/largest-remainder.ts'
import type { HolderId } from '../record.ts'

export class ExactParts {
  private readonly numerators = new Map<HolderId, Map<bigint, bigint>>()

  add(holderId: HolderId, numerator: bigint, denominator: bigint): void {
    let own = this.numerators.get(holderId)
    if (!own) this.numerators.set(holderId, (own = new Map<bigint, bigint>()))
    own.set(denominator, (own.get(denominator) ?? 0n) + numerator)
  }

  /** Returns a holder's part so far in whole cents, half-even. */
  roundedOf(holderId: HolderId): bigint {
    let sum: Fraction = zeroFraction
    for (const [denominator, numerator] of this.numerators.get(holderId) ?? [])
      sum = addFractions(sum, fraction(numerator, denominator))
    return roundHalfEven(sum)
  }

  /** Returns every holder's part in whole cents by largest remainder; together they are `total`. */
  split(total: bigint): Map<HolderId, bigint> {
    const denominators = new Set([...this.numerators.values()].flatMap((own) => [...own.keys()]))
    const common = [...denominators].reduce((product, one) => product * one, 1n)
    const factors = new Map([...denominators].map((one) => [one, common / one]))
    const parts = [...this.numerators].map(([holderId, own]) => {
      let numerator = 0n
      for (const [denominator, one] of own) numerator += one * (factors.get(denominator) ?? 0n)
      return [holderId, numerator] as const
    })
    return roundByLargestRemainder(total, parts, common)
  }
}
