// Alpaca's words and ours for the same things. Source: docs/rules/brokerage.md, "Alpaca".
import type { OrderStatus } from '@clubfolio/domain'
import type {
  BrokerWord,
  OrderDuration,
  OrderInstruction,
  ReportedOrderType,
  TransactionKind,
} from '../broker-words.ts'

type Pairs<Known extends string> = Readonly<Record<string, Known>>

/**
 * An order that waits for the next session is PENDING_ACTIVATION; `held` is a stop that the other exit of its pair
 * holds back. What
 * `calculated` means depends on the filled quantity (`read-order.ts`).
 */
const statuses: Pairs<OrderStatus> = {
  new: 'WORKING',
  partially_filled: 'WORKING',
  stopped: 'WORKING',
  filled: 'FILLED',
  canceled: 'CANCELED',
  expired: 'EXPIRED',
  replaced: 'REPLACED',
  rejected: 'REJECTED',
  accepted: 'PENDING_ACTIVATION',
  done_for_day: 'PENDING_ACTIVATION',
  accepted_for_bidding: 'ACCEPTED',
  pending_new: 'PENDING_ACKNOWLEDGEMENT',
  pending_cancel: 'PENDING_CANCEL',
  pending_replace: 'PENDING_REPLACE',
  held: 'AWAITING_STOP_CONDITION',
  suspended: 'AWAITING_MANUAL_REVIEW',
}

const orderTypes: Pairs<ReportedOrderType> = {
  market: 'MARKET',
  limit: 'LIMIT',
  stop: 'STOP',
  stop_limit: 'STOP_LIMIT',
  trailing_stop: 'TRAILING_STOP',
}

/** Orders of the closing auction are a type of their own with us, and last for the day. */
const closingTypes: Pairs<ReportedOrderType> = { market: 'MARKET_ON_CLOSE', limit: 'LIMIT_ON_CLOSE' }

const durations: Pairs<OrderDuration> = {
  day: 'DAY',
  cls: 'DAY',
  gtc: 'GOOD_TILL_CANCEL',
  ioc: 'IMMEDIATE_OR_CANCEL',
  fok: 'FILL_OR_KILL',
}

const kinds: Pairs<TransactionKind> = {
  FILL: 'TRADE',
  OPTRD: 'TRADE',
  CSD: 'CASH_RECEIPT',
  CSW: 'CASH_DISBURSEMENT',
  ACATC: 'ELECTRONIC_FUND',
  JNL: 'JOURNAL',
  JNLC: 'JOURNAL',
  JNLS: 'RECEIVE_AND_DELIVER',
  ACATS: 'RECEIVE_AND_DELIVER',
  FOPT: 'RECEIVE_AND_DELIVER',
  DIV: 'DIVIDEND_OR_INTEREST',
  DIVCGL: 'DIVIDEND_OR_INTEREST',
  DIVCGS: 'DIVIDEND_OR_INTEREST',
  DIVFT: 'DIVIDEND_OR_INTEREST',
  DIVNRA: 'DIVIDEND_OR_INTEREST',
  DIVROC: 'DIVIDEND_OR_INTEREST',
  DIVTW: 'DIVIDEND_OR_INTEREST',
  DIVTXEX: 'DIVIDEND_OR_INTEREST',
  INT: 'DIVIDEND_OR_INTEREST',
  INTNRA: 'DIVIDEND_OR_INTEREST',
  INTTW: 'DIVIDEND_OR_INTEREST',
  FEE: 'FEE',
  CFEE: 'FEE',
  DIVFEE: 'FEE',
  PTC: 'FEE',
  PTR: 'FEE',
  SPLIT: 'RECEIVE_AND_DELIVER',
  SSP: 'RECEIVE_AND_DELIVER',
  SPIN: 'RECEIVE_AND_DELIVER',
  SSO: 'RECEIVE_AND_DELIVER',
  MA: 'RECEIVE_AND_DELIVER',
  NC: 'RECEIVE_AND_DELIVER',
  SC: 'RECEIVE_AND_DELIVER',
  REORG: 'RECEIVE_AND_DELIVER',
  VOF: 'RECEIVE_AND_DELIVER',
  OPASN: 'RECEIVE_AND_DELIVER',
  OPEXP: 'RECEIVE_AND_DELIVER',
  OPEXC: 'RECEIVE_AND_DELIVER',
  OPXRC: 'RECEIVE_AND_DELIVER',
  OPCA: 'RECEIVE_AND_DELIVER',
  OPCSH: 'RECEIVE_AND_DELIVER',
  MISC: 'MEMORANDUM',
}

/**
 * What a booking was, for its description. Corporate actions carry the words by which they are told from deliveries
 * (`features/account/movement-kind.ts`).
 */
export const bookingNames: Readonly<Record<string, string>> = {
  CSD: 'Cash deposit',
  CSW: 'Cash withdrawal',
  TRANS: 'Cash transfer',
  ACATC: 'Cash transfer from or to another brokerage',
  ACATS: 'Securities transfer from or to another brokerage',
  FOPT: 'Securities transfer',
  JNL: 'Journal entry',
  JNLC: 'Journal entry of cash',
  JNLS: 'Journal entry of securities',
  DIV: 'Dividend',
  DIVCGL: 'Dividend from long-term capital gains',
  DIVCGS: 'Dividend from short-term capital gains',
  DIVFEE: 'Dividend fee',
  DIVFT: 'Foreign tax withheld from a dividend',
  DIVNRA: 'Tax withheld from a dividend',
  DIVROC: 'Return of capital',
  DIVTW: 'Tax withheld from a dividend',
  DIVTXEX: 'Tax-exempt dividend',
  INT: 'Interest',
  INTNRA: 'Tax withheld from interest',
  INTTW: 'Tax withheld from interest',
  FEE: 'Fee',
  CFEE: 'Crypto fee',
  PTC: 'Pass-through charge',
  PTR: 'Pass-through rebate',
  SPLIT: 'Stock split',
  SSP: 'Stock split',
  SPIN: 'Spin-off',
  SSO: 'Spin-off',
  MA: 'Merger',
  NC: 'Name change',
  SC: 'Symbol change (exchange)',
  REORG: 'Reorganization',
  VOF: 'Voluntary exchange offer',
  OPASN: 'Option assignment',
  OPEXP: 'Option expiration',
  OPEXC: 'Option exercise',
  OPXRC: 'Option exercise',
  OPTRD: 'Trade by an option',
  OPCA: 'Option conversion after a corporate action',
  OPCSH: 'Cash for an option',
  MISC: 'Other booking',
}

const sides: Pairs<'BUY' | 'SELL'> = { buy: 'BUY', sell: 'SELL', sell_short: 'SELL' }

/** For shares an intent that agrees with the side names what selling or buying does to the position. */
const shareIntents: Pairs<OrderInstruction> = { sell_to_open: 'SELL_SHORT', buy_to_close: 'BUY_TO_COVER' }
const optionIntents: Pairs<OrderInstruction> = {
  buy_to_open: 'BUY_TO_OPEN',
  buy_to_close: 'BUY_TO_CLOSE',
  sell_to_open: 'SELL_TO_OPEN',
  sell_to_close: 'SELL_TO_CLOSE',
}

export interface WireSide {
  readonly side: string
  readonly intent: string | null
  readonly isOption: boolean
}

/** Returns what an order does to a position. Example: `sell` with the intent `sell_to_open` is SELL_SHORT. */
export function alpacaInstruction({ side, intent, isOption }: WireSide): BrokerWord<OrderInstruction> {
  const known = knownOf(sides, side)
  if (known === undefined) return { other: side }
  if (intent !== null && intent.startsWith(known.toLowerCase())) {
    const told = knownOf(isOption ? optionIntents : shareIntents, intent)
    if (told !== undefined) return told
  }
  return side === 'sell_short' ? 'SELL_SHORT' : known
}

const knownOf = <Known extends string>(pairs: Pairs<Known>, wire: string): Known | undefined =>
  new Map(Object.entries(pairs)).get(wire)

export const alpacaStatus = (wire: string): OrderStatus | undefined => knownOf(statuses, wire)

export const alpacaOrderType = (type: string, timeInForce: string): BrokerWord<ReportedOrderType> =>
  (timeInForce === 'cls' ? knownOf(closingTypes, type) : undefined) ?? knownOf(orderTypes, type) ?? { other: type }

export const alpacaDuration = (wire: string): BrokerWord<OrderDuration> => knownOf(durations, wire) ?? { other: wire }

/** A transfer of cash that only says so is a deposit or a withdrawal by its sign. */
export function alpacaTransactionKind(wire: string, isOutgoing: boolean): BrokerWord<TransactionKind> {
  if (wire === 'TRANS') return isOutgoing ? 'CASH_DISBURSEMENT' : 'CASH_RECEIPT'
  return knownOf(kinds, wire) ?? { other: wire }
}
