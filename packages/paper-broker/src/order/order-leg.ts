// The parts of an order. Most orders have one, which their terms say themselves; spreads, covered writing and exercise have
// several that are traded together, all of them or none. Pure.
import { isBuyInstruction, isOpeningInstruction } from '../kind/trade-instruction.ts'
import type { TradeInstruction } from '../kind/trade-instruction.ts'
import type { OrderTerms } from './order.ts'

/** Shares that a net price is for: what one contract stands for. */
export const NET_SHARES = 100n

/** One part of an order of several legs. */
export interface OrderLeg {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly description: string
  readonly multiplier: bigint
  readonly instruction: TradeInstruction
  /** Contracts or shares for each unit of the order's quantity. */
  readonly ratio: bigint
}

/** The parts of any order; an order in one symbol is its own only part. */
export function legsOf(terms: OrderTerms): readonly OrderLeg[] {
  return terms.legs ?? [{ ...terms, ratio: 1n }]
}

/** The parts that a client sees: exercise is asked for by the option alone, the shares follow from it. */
export function shownLegs(terms: OrderTerms): readonly OrderLeg[] {
  return terms.orderType === 'EXERCISE' ? legsOf(terms).slice(0, 1) : legsOf(terms)
}

export function isBuyLeg({ instruction }: Pick<OrderLeg, 'instruction'>): boolean {
  return isBuyInstruction(instruction)
}

export function isOpeningLeg({ instruction }: Pick<OrderLeg, 'instruction'>): boolean {
  return isOpeningInstruction(instruction)
}

export function isOptionLeg({ assetType }: Pick<OrderLeg, 'assetType'>): boolean {
  return assetType === 'OPTION'
}

/** Whether what the order leaves of cover and buying power has to be tried out: several legs, and options that are written or sold. */
export function changesCover(terms: OrderTerms): boolean {
  return terms.legs !== null || terms.instruction === 'SELL_TO_OPEN' || terms.instruction === 'SELL_TO_CLOSE'
}
