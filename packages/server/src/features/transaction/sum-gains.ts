// The sums of closed lots. A lot of unknown cost has no profit, and the sums leave all of it out: the fees of a profit
// that is not in the sum would make the result too low.
import type { RealisedProfit } from '@clubfolio/contract'
import { toCents, type Cents } from '@clubfolio/domain'

export interface GainSums {
  /** All of them, known or not. */
  readonly lots: number
  /** Those whose profit is not known. */
  readonly unknown: number
  readonly cost: Cents
  readonly proceeds: Cents
  readonly profit: Cents
  readonly fees: Cents
}

/**
 * Sums closed lots. Example: a lot that cost 1,000.00 and was sold for 1,200.00 with fees of 2.00, and a lot of unknown
 * cost that was sold for 50.00 with fees of 0.75, are 2 lots, 1 of them unknown, with a profit of 200.00 and fees of
 * 2.00.
 */
export function sumGains(gains: RealisedProfit['gains']): GainSums {
  const known = gains.filter(({ profit }) => profit !== null)
  const sumOf = (figure: 'cost' | 'proceeds' | 'profit' | 'fees'): Cents =>
    toCents(known.reduce((sum, gain) => sum + (gain[figure] ?? 0n), 0n))
  return {
    lots: gains.length,
    unknown: gains.length - known.length,
    cost: sumOf('cost'),
    proceeds: sumOf('proceeds'),
    profit: sumOf('profit'),
    fees: sumOf('fees'),
  }
}
