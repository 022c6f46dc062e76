// The vocabulary of the brokerage port. An adapter maps its brokerage's own words to these at its edge. A word that it
// cannot map stays visible as `{ other }` with the brokerage's own text, which screens show as it is and which decides
// nothing. Our database keeps a word as its text (`textOf`) and reads it back with `toWord`.
import type { NetPriceType, TicketDuration, TicketOrderType, TradeInstruction } from '@clubfolio/domain'

/** A word of the brokerage that has none of ours. */
export interface OtherWord {
  readonly other: string
}

export type BrokerWord<Known extends string> = Known | OtherWord

/**
 * What booked a transaction. RECEIVE_AND_DELIVER moves securities: a delivery, or a split, merger or spin-off. FEE is
 * booked apart from the trade that it belongs to.
 */
export const transactionKinds = [
  'TRADE',
  'RECEIVE_AND_DELIVER',
  'DIVIDEND_OR_INTEREST',
  'FEE',
  'ACH_RECEIPT',
  'ACH_DISBURSEMENT',
  'CASH_RECEIPT',
  'CASH_DISBURSEMENT',
  'ELECTRONIC_FUND',
  'WIRE_OUT',
  'WIRE_IN',
  'JOURNAL',
  'MEMORANDUM',
  'MARGIN_CALL',
  'MONEY_MARKET',
  'SMA_ADJUSTMENT',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** What an order does: those that we send, and one that only brokerages send. */
export type OrderInstruction = TradeInstruction | 'SELL_SHORT_EXEMPT'

/** TRIGGER holds the orders that its fill releases, OCO two of which one cancels the other. */
export type OrderStrategy = 'SINGLE' | 'TRIGGER' | 'OCO'

/** Types that a brokerage reports: those that we send, and others. The NET types price several legs together. */
export type ReportedOrderType =
  | TicketOrderType
  | NetPriceType
  | 'TRAILING_STOP_LIMIT'
  | 'MARKET_ON_CLOSE'
  | 'LIMIT_ON_CLOSE'
  | 'EXERCISE'

export type OrderDuration =
  | TicketDuration
  | 'FILL_OR_KILL'
  | 'IMMEDIATE_OR_CANCEL'
  | 'END_OF_WEEK'
  | 'END_OF_MONTH'
  | 'NEXT_END_OF_MONTH'

/** Returns the text that our database and screens have for a word. */
export const textOf = (word: BrokerWord<string>): string => (typeof word === 'string' ? word : word.other)

export const textOrNull = (word: BrokerWord<string> | null): string | null => (word === null ? null : textOf(word))

/** Returns the word for a text of our database. `toWord(transactionKinds, 'TRADE')` is `'TRADE'`. */
export function toWord<Known extends string>(known: readonly Known[], text: string): BrokerWord<Known> {
  return known.find((one) => one === text) ?? { other: text }
}
