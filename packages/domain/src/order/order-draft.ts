// An order to be sent, as a union by kind: an entry with up to two exits, a pair of orders that close a position, or
// several legs at one net price. Quantities are whole shares or contracts and prices decimal text on their tick.
// What reads a draft switches over its kinds, so that a new kind does not compile where it is not handled.
// Source: docs/rules/trading.md, "Order entry" and "Kinds of orders"; docs/rules/brokerage.md, "Order bodies".
import type { MarketDay } from '../kind.ts'
import type { NetPrice } from './net-price.ts'
import { contractTerms, multiplierOf, underlyingOf } from './option-code.ts'
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

export const orderSessions = ['NORMAL', 'AM', 'PM', 'SEAMLESS'] as const
/** When an order may fill: in regular hours, before them, after them, or in all three. */
export type OrderSession = (typeof orderSessions)[number]

export const extendedSessions = ['AM', 'PM', 'SEAMLESS'] as const satisfies readonly OrderSession[]
/** The hours outside the regular session; SEAMLESS is all of a day's. */
export type ExtendedSession = (typeof extendedSessions)[number]

/** How long an order lasts, and in which hours it may fill. */
export interface OrderTime {
  readonly duration: TicketDuration
  /** The last market day of a GOOD_TILL_CANCEL order; null where it lasts as long as the brokerage lets it. */
  readonly goodTill: MarketDay | null
  readonly session: OrderSession
}

/** In regular hours, until the day ends. */
export const dayTime: OrderTime = { duration: 'DAY', goodTill: null, session: 'NORMAL' }
/** In regular hours, until it is filled or cancelled. */
export const restingTime: OrderTime = { duration: 'GOOD_TILL_CANCEL', goodTill: null, session: 'NORMAL' }

/** One order in one symbol. */
export interface OrderTerms extends OrderTime {
  readonly symbol: string
  readonly instruction: TradeInstruction
  /** Whole shares or contracts. */
  readonly quantity: string
  readonly price: OrderPrice
}

/** What closes the position that an entry opens. The fill of one of two cancels the other. */
export type Exits = readonly [] | readonly [OrderTerms] | readonly [OrderTerms, OrderTerms]

/** An order, with the exits that start working when it is filled in full. With two it is a bracket. */
export interface EntryDraft {
  readonly kind: 'ENTRY'
  readonly terms: OrderTerms
  readonly exits: Exits
}

/** Two orders that close a position; the fill of one cancels the other. */
export interface PairDraft {
  readonly kind: 'PAIR'
  readonly orders: readonly [OrderTerms, OrderTerms]
}

export interface DraftLeg {
  readonly symbol: string
  readonly instruction: TradeInstruction
  /** Shares or contracts for each unit of the order. */
  readonly ratio: string
}

/** Options of one underlying, with or without its shares, that are filled together at a net price. */
export interface LegsDraft extends OrderTime {
  readonly kind: 'LEGS'
  readonly legs: readonly DraftLeg[]
  /** Units: each leg is for this many times its ratio. */
  readonly quantity: string
  readonly price: NetPrice
}

export type OrderDraft = EntryDraft | PairDraft | LegsDraft
export type OrderDraftKind = OrderDraft['kind']

/** Returns the order of these terms alone. */
export const singleOrder = (terms: OrderTerms): EntryDraft => ({ kind: 'ENTRY', terms, exits: [] })

/** Returns the entry with this exit, or without one. */
export const entryWith = (terms: OrderTerms, exit: OrderTerms | null): EntryDraft => ({
  kind: 'ENTRY',
  terms,
  exits: exit === null ? [] : [exit],
})

/** Returns exits of a list; null for more than two, which no order has. */
export function exitsOf(list: readonly OrderTerms[]): Exits | null {
  const [first, second] = list
  if (list.length > 2) return null
  if (first === undefined) return []
  return second === undefined ? [first] : [first, second]
}

/** Returns exits with each of them changed. */
export function mapExits(exits: Exits, change: (exit: OrderTerms) => OrderTerms): Exits {
  const [first, second] = exits
  if (first === undefined) return []
  return second === undefined ? [change(first)] : [change(first), change(second)]
}

/** Returns the code that an order is about: of several legs that of the share behind them. */
export function codeOfDraft(draft: OrderDraft): string {
  switch (draft.kind) {
    case 'ENTRY':
      return draft.terms.symbol
    case 'PAIR':
      return draft.orders[0].symbol
    case 'LEGS':
      return underlyingOf(draft.legs[0]?.symbol ?? '')
  }
}

/** Returns the codes whose market decides about the order. */
export function codesOfDraft(draft: OrderDraft): readonly string[] {
  switch (draft.kind) {
    case 'ENTRY':
    case 'PAIR':
      return [codeOfDraft(draft)]
    case 'LEGS':
      return draft.legs.map(({ symbol }) => symbol)
  }
}

/** Returns the shares, contracts or units of an order. */
export function quantityOfDraft(draft: OrderDraft): string {
  switch (draft.kind) {
    case 'ENTRY':
      return draft.terms.quantity
    case 'PAIR':
      return draft.orders[0].quantity
    case 'LEGS':
      return draft.quantity
  }
}

/** Returns the target among the exits of an entry or the orders of a pair: the one that waits for a better price. */
export const targetOf = (exits: readonly OrderTerms[]): OrderTerms | null =>
  exits.find(({ price }) => price.type === 'LIMIT') ?? null

/** Returns the stop among the exits of an entry or the orders of a pair. */
export const protectionOf = (exits: readonly OrderTerms[]): OrderTerms | null =>
  exits.find(({ price }) => isStopType(price.type)) ?? null

/** Returns the shares that a leg moves for each unit: 100 for a contract. */
export const sharesOfLeg = ({ symbol, ratio }: DraftLeg): number => Number(ratio) * multiplierOf(symbol)

/**
 * Says why legs cannot be one order: two to four, each of its own code, all of one underlying, at most one of them its
 * shares. Undefined for legs that can.
 */
export function describeLegsFault(legs: readonly Pick<DraftLeg, 'symbol'>[]): string | undefined {
  if (legs.length < 2 || legs.length > 4) return 'An order of several legs has two to four.'
  if (new Set(legs.map(({ symbol }) => symbol)).size < legs.length) return 'Each leg has a code of its own.'
  if (new Set(legs.map(({ symbol }) => underlyingOf(symbol))).size > 1) return 'All legs are of one underlying.'
  const shares = legs.filter(({ symbol }) => contractTerms(symbol) === null).length
  if (shares > 1 || shares === legs.length) return 'The legs are options, with at most one leg of their shares.'
  return undefined
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
