// The sums of closed lots. A lot of unknown cost has no profit, and the sums leave all of it out: the fees of a profit
// that is not in the sum would make the result too low.
import type { RealisedProfit } from '@clubfolio/contract'
import { holdingTerm, toCents, type Cents, type HoldingTerm } from '@clubfolio/domain'

export interface GainSums {
  /** All of them, known or not. */
  readonly lots: number
  /** Those whose profit is not known. */
  readonly unknown: number
  readonly cost: Cents
  readonly proceeds: Cents
  readonly profit: Cents
  readonly fees: Cents
  /** Profit less fees; the sum of the three figures after it. */
  readonly net: Cents
  readonly shortTerm: Cents
  readonly longTerm: Cents
  /** Of lots whose day of purchase is not known. */
  readonly undated: Cents
}

/** Returns the profit of a lot less the fees of opening and closing it; null where its profit is not known. */
export const netGain = ({ profit, fees }: Pick<RealisedProfit['gains'][number], 'profit' | 'fees'>): Cents | null =>
  profit === null ? null : toCents(profit - fees)

/**
 * Sums closed lots. Example: a lot that cost 1,000.00 and was sold for 1,200.00 with fees of 2.00, and a lot of unknown
 * cost that was sold for 50.00 with fees of 0.75, are 2 lots, 1 of them unknown, with a profit of 200.00, fees of 2.00
 * and a net of 198.00, which is short term when the lot was held for a year or less.
 */
export function sumGains(gains: RealisedProfit['gains']): GainSums {
  const known = gains.filter(({ profit }) => profit !== null)
  const sumOf = (figure: 'cost' | 'proceeds' | 'profit' | 'fees'): Cents =>
    toCents(known.reduce((sum, gain) => sum + (gain[figure] ?? 0n), 0n))
  const netOf = (gainsOf: RealisedProfit['gains']): Cents =>
    toCents(gainsOf.reduce((sum, gain) => sum + (netGain(gain) ?? 0n), 0n))
  const ofTerm = (term: HoldingTerm | undefined): Cents => netOf(known.filter((gain) => holdingTerm(gain) === term))
  return {
    lots: gains.length,
    unknown: gains.length - known.length,
    cost: sumOf('cost'),
    proceeds: sumOf('proceeds'),
    profit: sumOf('profit'),
    fees: sumOf('fees'),
    net: netOf(known),
    shortTerm: ofTerm('SHORT_TERM'),
    longTerm: ofTerm('LONG_TERM'),
    undated: ofTerm(undefined),
  }
}
