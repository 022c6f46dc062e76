// The legs of an order. Most orders have one, defined by their terms; spreads, covered writing and exercise have
// several that trade together, all or none. Pure.
import { isBuyInstruction, isOpeningInstruction } from '../kind/trade-instruction.ts'
import type { TradeInstruction } from '../kind/trade-instruction.ts'
import type { OrderTerms } from './order.ts'

/** Number of shares a net price is for: those of one contract. */
export const NET_SHARES = 100n

/** One leg of a multi-leg order. */
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

/** Returns the legs of any order; an order in one symbol is its own only leg. */
export function legsOf(terms: OrderTerms): readonly OrderLeg[] {
  return terms.legs ?? [{ ...terms, ratio: 1n }]
}

/** Returns the legs that a client sees: exercise is requested by the option alone, the shares follow from it. */
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

/**
 * Returns whether cover and buying power after the order must be simulated: for multi-leg orders, and for options that
 * are written or sold.
 */
export function changesCover(terms: OrderTerms): boolean {
  return terms.legs !== null || terms.instruction === 'SELL_TO_OPEN' || terms.instruction === 'SELL_TO_CLOSE'
}
