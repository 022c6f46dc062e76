// Turns an order of the Alpaca wire into the engine's form. The wire knows only buying and selling: what an order does
// follows from the position at that moment, or from its position_intent.

import type { TradeInstruction } from '../../kind/trade-instruction.ts'
import type { OrderDuration, OrderType } from '../../kind/order-kind.ts'
import type { MarketState } from '../../market/market-state.ts'
import type { AccountBook } from '../../order/account-book.ts'
import { heldOf } from '../../order/account-book.ts'
import type { ReceivedOrder } from '../../order/order-draft.ts'
import { orderDraftOf } from '../../trader/order-draft-of.ts'
import type { ReadOrder, ReadTerms } from '../../trader/order-body.ts'
import { contractOf } from '../../valuation/option-rule.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import type { AskedExits, AskedIntent, AskedLeg, AskedOrder, AskedTerms, AskedTime } from './alpaca-order-body.ts'

const INTENDED: Readonly<Record<AskedIntent, { readonly share: TradeInstruction; readonly option: TradeInstruction }>> =
  {
    buy_to_open: { share: 'BUY', option: 'BUY_TO_OPEN' },
    buy_to_close: { share: 'BUY_TO_COVER', option: 'BUY_TO_CLOSE' },
    sell_to_open: { share: 'SELL_SHORT', option: 'SELL_TO_OPEN' },
    sell_to_close: { share: 'SELL', option: 'SELL_TO_CLOSE' },
  }

/** Returns what a side does to a position: buying closes a short one, selling a long one, otherwise it opens. */
function intentOf({ symbol, side, intent }: AskedLeg, book: AccountBook): AskedIntent {
  if (intent !== null) {
    if (!intent.startsWith(side)) throw new AlpacaRefusal('invalid', `position_intent ${intent} is no ${side}.`)
    return intent
  }
  const held = heldOf(book, symbol)
  if (side === 'buy') return held < 0n ? 'buy_to_close' : 'buy_to_open'
  return held > 0n ? 'sell_to_close' : 'sell_to_open'
}

/** Returns the books' instruction for one leg. */
export function instructionFor(leg: AskedLeg, book: AccountBook): TradeInstruction {
  return INTENDED[intentOf(leg, book)][contractOf(leg.symbol) === null ? 'share' : 'option']
}

/** The engine's duration for each time in force; `cls` is an order type there. */
export const DURATION_OF_TIME: Readonly<Record<AskedTime, OrderDuration>> = {
  day: 'DAY',
  gtc: 'GOOD_TILL_CANCEL',
  ioc: 'IMMEDIATE_OR_CANCEL',
  fok: 'FILL_OR_KILL',
  cls: 'DAY',
  opg: 'DAY',
}

function typeOf({ type, time }: AskedTerms): OrderType {
  if (time === 'cls') return type === 'limit' ? 'LIMIT_ON_CLOSE' : 'MARKET_ON_CLOSE'
  if (type === 'market') return 'MARKET'
  if (type === 'limit') return 'LIMIT'
  if (type === 'stop') return 'STOP'
  return type === 'stop_limit' ? 'STOP_LIMIT' : 'TRAILING_STOP'
}

/** Orders with exits keep their prices when a dividend is paid, as the wire's public text says. */
const KEPT = { specialInstruction: 'DO_NOT_REDUCE' }

interface LegTerms {
  readonly legs: ReadTerms['legs']
  readonly keepsPrice: boolean
}

function readTerms(terms: AskedTerms, { legs, keepsPrice }: LegTerms): ReadTerms {
  return {
    legs,
    shape: null,
    orderType: typeOf(terms),
    session: terms.isExtended ? 'SEAMLESS' : 'NORMAL',
    duration: DURATION_OF_TIME[terms.time],
    price: terms.limit,
    stopPrice: terms.stop,
    trail: terms.trail,
    limitOffset: null,
    keepsPrice,
    details: keepsPrice ? KEPT : {},
  }
}

const CLOSES: Readonly<Partial<Record<TradeInstruction, TradeInstruction>>> = {
  BUY: 'SELL',
  SELL_SHORT: 'BUY_TO_COVER',
}

function single(terms: ReadTerms): ReadOrder {
  return { strategy: 'SINGLE', terms, children: [] }
}

interface ExitLeg {
  readonly symbol: string
  readonly instruction: TradeInstruction
  readonly quantity: bigint
}

/** Returns the orders that close a position: the target first. */
function exitOrders(exits: AskedExits, time: AskedTime, leg: ExitLeg): ReadOrder[] {
  const like = { time, trail: null, isExtended: false }
  const of = (terms: AskedTerms): ReadOrder => single(readTerms(terms, { legs: [leg], keepsPrice: true }))
  const target = exits.target === null ? [] : [of({ ...like, type: 'limit', limit: exits.target, stop: null })]
  const stop =
    exits.stop === null
      ? []
      : [
          of({
            ...like,
            type: exits.stopLimit === null ? 'stop' : 'stop_limit',
            limit: exits.stopLimit,
            stop: exits.stop,
          }),
        ]
  return [...target, ...stop]
}

function pairOf(orders: readonly ReadOrder[]): ReadOrder {
  const [only] = orders
  return orders.length === 1 && only !== undefined ? only : { strategy: 'OCO', terms: null, children: orders }
}

function refuseOptions({ symbol }: AskedLeg): void {
  if (contractOf(symbol) !== null)
    throw new AlpacaRefusal('invalid', 'Orders in options have the order_class simple or mleg.')
}

function readOrderOf(asked: AskedOrder, book: AccountBook): ReadOrder {
  if (asked.kind === 'SEVERAL') {
    const [first, ...others] = asked.legs.map((leg) => ({ ...leg, instruction: instructionFor(leg, book) }))
    if (first === undefined) throw new AlpacaRefusal('invalid', 'legs are missing.')
    const terms = readTerms(asked.terms, { legs: [first, ...others], keepsPrice: false })
    return single({ ...terms, orderType: asked.net.type, price: asked.net.price })
  }
  const { terms, leg } = asked
  const instruction = instructionFor(leg, book)
  const own = { symbol: leg.symbol, instruction, quantity: leg.quantity }
  if (asked.kind === 'SIMPLE') return single(readTerms(terms, { legs: [own], keepsPrice: false }))
  refuseOptions(leg)
  if (asked.kind === 'OCO') {
    if (instruction !== 'SELL' && instruction !== 'BUY_TO_COVER')
      throw new AlpacaRefusal('invalid', 'An order of the class oco closes a position, and there is none to close.')
    return pairOf(exitOrders(asked.exits, terms.time, own))
  }
  const closing = CLOSES[instruction]
  if (closing === undefined)
    throw new AlpacaRefusal('invalid', `An order of the class ${asked.kind.toLowerCase()} opens a position.`)
  const exits = exitOrders(asked.exits, terms.time, { ...own, instruction: closing })
  return {
    strategy: 'TRIGGER',
    terms: readTerms(terms, { legs: [own], keepsPrice: true }),
    children: [pairOf(exits)],
  }
}

/** Returns the draft that exercises an option at the close of the day, as many contracts as are held. */
export async function exerciseDraft(symbol: string, book: AccountBook, state: MarketState): Promise<ReceivedOrder> {
  const held = heldOf(book, symbol)
  if (contractOf(symbol) === null || held <= 0n)
    throw new AlpacaRefusal('notFound', 'There is no option of this symbol in the account to exercise.')
  const leg = { symbol, instruction: 'SELL_TO_CLOSE' as const, quantity: held }
  const terms: AskedTerms = { type: 'market', time: 'cls', limit: null, stop: null, trail: null, isExtended: false }
  const read = readTerms(terms, { legs: [leg], keepsPrice: false })
  return orderDraftOf(single({ ...read, orderType: 'EXERCISE' }), state)
}

/** Gives the client's number to the order that this wire shows as the head: of a pair the first one. */
function withClientId(draft: ReceivedOrder, clientOrderId: string | null): ReceivedOrder {
  const [first, ...others] = draft.children
  return draft.strategy === 'OCO' && first !== undefined
    ? { ...draft, children: [{ ...first, clientOrderId }, ...others] }
    : { ...draft, clientOrderId }
}

/**
 * Returns the draft of an order at the present of an account. Throws an AlpacaRefusal when it does not go with the
 * position, and UnreadableOrder on a symbol that cannot be traded.
 */
export async function draftOfAsked(asked: AskedOrder, book: AccountBook, state: MarketState): Promise<ReceivedOrder> {
  return withClientId(await orderDraftOf(readOrderOf(asked, book), state), asked.clientOrderId)
}
