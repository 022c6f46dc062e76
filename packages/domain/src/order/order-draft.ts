// An order to be sent: a single order, or a trigger order whose child starts working when it is filled in full.
// Quantities are whole shares and prices decimal text on their tick.
// Source: docs/rules/trading.md, "Order entry"; docs/rules/brokerage.md, "Order bodies".
import type { OrderPrice } from './order-price.ts'

export const directionalities = ['BUY', 'SELL', 'SELL_SHORT'] as const
/**
 * The specification's term for the side. The broker's instruction for a BUY depends on the position (`instructionFor`).
 */
export type Directionality = (typeof directionalities)[number]

export const ticketDurations = ['DAY', 'GOOD_TILL_CANCEL'] as const
export type TicketDuration = (typeof ticketDurations)[number]

export const tradeInstructions = [
  'BUY',
  'SELL',
  'SELL_SHORT',
  'BUY_TO_COVER',
  'BUY_TO_OPEN',
  'SELL_TO_CLOSE',
  'SELL_TO_OPEN',
  'BUY_TO_CLOSE',
] as const
/** The broker's instruction for a side; the last four are for options. */
export type TradeInstruction = (typeof tradeInstructions)[number]

export interface OrderTerms {
  readonly symbol: string
  readonly instruction: TradeInstruction
  /** Whole shares or contracts. */
  readonly quantity: string
  readonly price: OrderPrice
  readonly duration: TicketDuration
}

export interface OrderDraft {
  readonly terms: OrderTerms
  /** Starts working when the order is filled in full. */
  readonly child: OrderTerms | null
}

/**
 * Returns the broker's instruction for a side: a BUY closes a short position if there is one, and the BUY child of a
 * SELL_SHORT closes what its parent opens. `held` is signed, negative for a short position. For options, SELL always
 * closes and SELL_SHORT always writes. Example: a BUY of a written contract is BUY_TO_CLOSE.
 */
export function instructionFor(
  directionality: Directionality,
  held: number,
  parent?: Directionality,
  isOption = false,
): TradeInstruction {
  const closesShort = directionality === 'BUY' && (parent === 'SELL_SHORT' || (parent === undefined && held < 0))
  if (isOption)
    return directionality === 'SELL'
      ? 'SELL_TO_CLOSE'
      : directionality === 'SELL_SHORT'
        ? 'SELL_TO_OPEN'
        : closesShort
          ? 'BUY_TO_CLOSE'
          : 'BUY_TO_OPEN'
  return closesShort ? 'BUY_TO_COVER' : directionality
}

/** Opening orders need buying power; closing ones need a position. */
export const isOpening = (instruction: string): boolean =>
  ['BUY', 'SELL_SHORT', 'SELL_SHORT_EXEMPT', 'BUY_TO_OPEN', 'SELL_TO_OPEN'].includes(instruction)

export const stopTypes = ['STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'TRAILING_STOP_LIMIT'] as const

export const isStopType = (orderType: string | null): boolean => stopTypes.some((one) => one === orderType)

/** A stop that closes a position, thereby protecting it. */
export const isClosingStop = (orderType: string | null, instruction: string | null): boolean =>
  instruction !== null && isStopType(orderType) && !isOpening(instruction)

/** The side as displayed in the Orders table: buying to cover is a BUY, selling short a SELL. */
export const sideOf = (instruction: string): 'BUY' | 'SELL' => (instruction.startsWith('BUY') ? 'BUY' : 'SELL')
