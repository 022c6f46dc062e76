// A transaction in wire format: one transfer item per fee and one for the security or the cash.

import { newYorkInstant } from '@clubfolio/domain'
import { wireTime } from '../kernel/wire-time.ts'
import { DOLLAR_SYMBOL } from '../ledger/cash-item.ts'
import { centsNumber, parsePrice, priceNumber } from '../money/money.ts'
import { instrumentWire } from './position-wire.ts'
import type { ReadTransaction, TransactionItemRow } from './read-transactions.ts'

const DOLLAR = {
  assetType: 'CURRENCY',
  status: 'ACTIVE',
  symbol: DOLLAR_SYMBOL,
  description: 'USD currency',
  instrumentId: 1,
  closingPrice: 1,
}

/** Names of instruments by symbol. */
type InstrumentNames = ReadonlyMap<string, string>

/** Returns an instrument as transactions write it: with its state and, for shares, a type that positions lack. */
function tradedInstrument(item: TransactionItemRow, names: InstrumentNames): object {
  const { assetType, ...rest } = instrumentWire({
    symbol: item.symbol,
    assetType: item.asset_type,
    cusip: item.cusip,
    description: names.get(item.symbol) ?? null,
  })
  return { assetType, status: 'ACTIVE', ...(assetType === 'EQUITY' ? { type: 'COMMON_STOCK' } : {}), ...rest }
}

function itemWire(item: TransactionItemRow, names: InstrumentNames): object {
  const amount = centsNumber(item.amount_cents)
  if (item.fee_type !== null)
    return { instrument: DOLLAR, amount: Math.abs(amount), cost: amount, feeType: item.fee_type }
  if (item.symbol === DOLLAR_SYMBOL) return { instrument: DOLLAR, amount, cost: 0 }
  const at = item.price === null ? null : parsePrice(item.price)
  return {
    instrument: tradedInstrument(item, names),
    amount: Number(item.quantity_change),
    cost: amount,
    ...(at === null ? {} : { price: priceNumber(at) }),
    ...(item.position_effect === null ? {} : { positionEffect: item.position_effect }),
  }
}

/**
 * Share actions of a day (a dividend, a split) take effect at the previous close and carry the day itself as their
 * date.
 */
const ofWholeDay: ReadonlySet<string> = new Set(['DIVIDEND_OR_INTEREST', 'RECEIVE_AND_DELIVER'])

/** Returns one element of the transactions response. */
export function transactionWire(
  { transaction, items }: ReadTransaction,
  accountNumber: string,
  names: InstrumentNames,
): object {
  const time = wireTime(transaction.occurred_at.getTime())
  return {
    activityId: Number(transaction.activity_id),
    time,
    description: transaction.description,
    accountNumber,
    type: transaction.kind,
    status: 'VALID',
    subAccount: transaction.sub_account,
    tradeDate: ofWholeDay.has(transaction.kind) ? wireTime(newYorkInstant(transaction.market_day, 0)) : time,
    settlementDate: wireTime(newYorkInstant(transaction.settlement_day, 0)),
    ...(transaction.order_id === null ? {} : { orderId: Number(transaction.order_id) }),
    netAmount: centsNumber(transaction.net_amount_cents),
    ...(transaction.kind === 'TRADE' ? { activityType: 'EXECUTION' } : {}),
    transferItems: items.map((item) => itemWire(item, names)),
  }
}
