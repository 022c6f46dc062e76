// The brokerage's words and ours for the same things. Ours come from the same trade, so most pairs are spelled alike;
// they are written out so that a new word of the wire is never taken for one of ours. Source: docs/rules/brokerage.md,
// "Words".
import type { OrderSession, OrderStatus } from '@clubfolio/domain'
import type {
  BrokerWord,
  OrderDuration,
  OrderInstruction,
  OrderStrategy,
  ReportedOrderType,
  TransactionKind,
} from '../broker-words.ts'

type Pairs<Known extends string> = Readonly<Record<string, Known>>

const kinds = {
  TRADE: 'TRADE',
  RECEIVE_AND_DELIVER: 'RECEIVE_AND_DELIVER',
  DIVIDEND_OR_INTEREST: 'DIVIDEND_OR_INTEREST',
  ACH_RECEIPT: 'ACH_RECEIPT',
  ACH_DISBURSEMENT: 'ACH_DISBURSEMENT',
  CASH_RECEIPT: 'CASH_RECEIPT',
  CASH_DISBURSEMENT: 'CASH_DISBURSEMENT',
  ELECTRONIC_FUND: 'ELECTRONIC_FUND',
  WIRE_OUT: 'WIRE_OUT',
  WIRE_IN: 'WIRE_IN',
  JOURNAL: 'JOURNAL',
  MEMORANDUM: 'MEMORANDUM',
  MARGIN_CALL: 'MARGIN_CALL',
  MONEY_MARKET: 'MONEY_MARKET',
  SMA_ADJUSTMENT: 'SMA_ADJUSTMENT',
} as const satisfies Pairs<TransactionKind>

/** Every type that a call for transactions names: the wire requires them. */
export const wireTransactionTypes: readonly string[] = Object.keys(kinds)

const instructions: Pairs<OrderInstruction> = {
  BUY: 'BUY',
  SELL: 'SELL',
  BUY_TO_COVER: 'BUY_TO_COVER',
  SELL_SHORT: 'SELL_SHORT',
  BUY_TO_OPEN: 'BUY_TO_OPEN',
  BUY_TO_CLOSE: 'BUY_TO_CLOSE',
  SELL_TO_OPEN: 'SELL_TO_OPEN',
  SELL_TO_CLOSE: 'SELL_TO_CLOSE',
  SELL_SHORT_EXEMPT: 'SELL_SHORT_EXEMPT',
}

const strategies: Pairs<OrderStrategy> = { SINGLE: 'SINGLE', TRIGGER: 'TRIGGER', OCO: 'OCO' }

const orderTypes: Pairs<ReportedOrderType> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  STOP: 'STOP',
  STOP_LIMIT: 'STOP_LIMIT',
  TRAILING_STOP: 'TRAILING_STOP',
  TRAILING_STOP_LIMIT: 'TRAILING_STOP_LIMIT',
  MARKET_ON_CLOSE: 'MARKET_ON_CLOSE',
  LIMIT_ON_CLOSE: 'LIMIT_ON_CLOSE',
  NET_DEBIT: 'NET_DEBIT',
  NET_CREDIT: 'NET_CREDIT',
  NET_ZERO: 'NET_ZERO',
  EXERCISE: 'EXERCISE',
}

const sessions: Pairs<OrderSession> = { NORMAL: 'NORMAL', AM: 'AM', PM: 'PM', SEAMLESS: 'SEAMLESS' }

const durations: Pairs<OrderDuration> = {
  DAY: 'DAY',
  GOOD_TILL_CANCEL: 'GOOD_TILL_CANCEL',
  FILL_OR_KILL: 'FILL_OR_KILL',
  IMMEDIATE_OR_CANCEL: 'IMMEDIATE_OR_CANCEL',
  END_OF_WEEK: 'END_OF_WEEK',
  END_OF_MONTH: 'END_OF_MONTH',
  NEXT_END_OF_MONTH: 'NEXT_END_OF_MONTH',
}

const statuses: Pairs<OrderStatus> = {
  AWAITING_PARENT_ORDER: 'AWAITING_PARENT_ORDER',
  AWAITING_CONDITION: 'AWAITING_CONDITION',
  AWAITING_STOP_CONDITION: 'AWAITING_STOP_CONDITION',
  AWAITING_MANUAL_REVIEW: 'AWAITING_MANUAL_REVIEW',
  ACCEPTED: 'ACCEPTED',
  AWAITING_UR_OUT: 'AWAITING_UR_OUT',
  PENDING_ACTIVATION: 'PENDING_ACTIVATION',
  QUEUED: 'QUEUED',
  WORKING: 'WORKING',
  REJECTED: 'REJECTED',
  PENDING_CANCEL: 'PENDING_CANCEL',
  CANCELED: 'CANCELED',
  PENDING_REPLACE: 'PENDING_REPLACE',
  REPLACED: 'REPLACED',
  FILLED: 'FILLED',
  EXPIRED: 'EXPIRED',
  NEW: 'NEW',
  AWAITING_RELEASE_TIME: 'AWAITING_RELEASE_TIME',
  PENDING_ACKNOWLEDGEMENT: 'PENDING_ACKNOWLEDGEMENT',
  PENDING_RECALL: 'PENDING_RECALL',
  UNKNOWN: 'UNKNOWN',
}

/** Returns undefined for a word that the wire's documentation does not have. */
function translate<Known extends string>(pairs: Pairs<Known>): (wire: string) => Known | undefined {
  const known = new Map(Object.entries(pairs))
  return (wire) => known.get(wire)
}

function wordsOf<Known extends string>(pairs: Pairs<Known>): (wire: string) => BrokerWord<Known> {
  const translated = translate(pairs)
  return (wire) => translated(wire) ?? { other: wire }
}

export const toTransactionKind = wordsOf<TransactionKind>(kinds)
export const toInstruction = wordsOf(instructions)
export const toStrategy = wordsOf(strategies)
export const toOrderType = wordsOf(orderTypes)
export const toSession = wordsOf(sessions)
export const toDuration = wordsOf(durations)
export const toStatus = translate(statuses)
