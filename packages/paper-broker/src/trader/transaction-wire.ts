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

function itemWire(item: TransactionItemRow): object {
  const amount = centsNumber(item.amount_cents)
  if (item.fee_type !== null)
    return { instrument: DOLLAR, amount: Math.abs(amount), cost: amount, feeType: item.fee_type }
  if (item.symbol === DOLLAR_SYMBOL) return { instrument: DOLLAR, amount, cost: 0 }
  const at = item.price === null ? null : parsePrice(item.price)
  const instrument = instrumentWire({
    symbol: item.symbol,
    assetType: item.asset_type,
    cusip: item.cusip,
    description: null,
  })
  return {
    instrument,
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
export function transactionWire({ transaction, items }: ReadTransaction, accountNumber: string): object {
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
    transferItems: items.map(itemWire),
  }
}
