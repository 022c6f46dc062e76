// Our stored transactions in the form used to rebuild an account's past.
import { type BookedTransaction, type ClosingPrice, type MarketDay, toMarketDay, toEpochMs } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { toWord, transactionKinds } from '../../adapters/broker/broker-words.ts'
import type { BrokerTransaction } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import { isCorporateAction } from '../account/movement-kind.ts'
import { transactionDay } from './transaction-day.ts'

/** A transaction with the session at whose close the fund deals it. */
export interface DayedTransaction extends BrokerTransaction {
  readonly day: MarketDay
}

export const withDay = (transaction: BrokerTransaction, today: MarketDay): DayedTransaction => ({
  ...transaction,
  day: transactionDay(transaction.occurredMs, today),
})

/** Returns the stored transactions from `from` on, oldest first. */
export async function storedTransactions(db: Db, accountId: string, from: MarketDay): Promise<DayedTransaction[]> {
  const rows = await db
    .selectFrom('account_transaction')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .orderBy('occurred_at')
    .orderBy('broker_id')
    .execute()
  return rows.map((row) => ({
    brokerId: row.broker_id,
    occurredMs: toEpochMs(row.occurred_at.getTime()),
    day: toMarketDay(row.day),
    tradeDate: toMarketDay(row.trade_date),
    kind: toWord(transactionKinds, row.kind),
    description: row.description,
    netAmountCents: row.net_amount_cents,
    feeCents: row.fee_cents,
    orderId: row.order_id,
    about: row.symbol === null ? null : { symbol: row.symbol, assetType: row.asset_type ?? 'EQUITY' },
    security:
      row.symbol === null || row.quantity === null
        ? null
        : {
            symbol: row.symbol,
            assetType: row.asset_type ?? 'EQUITY',
            multiplier: row.multiplier,
            quantity: row.quantity,
            price: row.price,
          },
  }))
}

/** Merges both lists, each transaction once, ordered by day and time. */
export function mergeTransactions(
  stored: readonly DayedTransaction[],
  read: readonly DayedTransaction[],
): DayedTransaction[] {
  const known = new Map([...read, ...stored].map((transaction) => [transaction.brokerId, transaction]))
  return [...known.values()].sort((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : a.occurredMs - b.occurredMs || (a.brokerId < b.brokerId ? -1 : 1),
  )
}

/**
 * Returns the transaction with its cost: a trade costs its price, a corporate action has none because it leaves the
 * cost of the position, and a delivery without a price costs the day's close. Fees appear in the net amount only, so
 * they count as result and not towards the average price.
 */
export function toBooked(transaction: DayedTransaction, closeOf: ClosingPrice): BookedTransaction {
  const { day, netAmountCents, feeCents, security } = transaction
  if (!security) return { day, netCents: netAmountCents, security: null }
  const quantity = new Decimal(security.quantity)
  const grossOfNet = new Decimal((0n - netAmountCents - feeCents).toString()).div(100)
  const gross = (): Decimal | null => {
    if (isCorporateAction(transaction)) return null
    const price = security.price ?? (netAmountCents === 0n ? closeOf(security.symbol, day) : undefined)
    return price === undefined ? grossOfNet : new Decimal(price).times(quantity).times(security.multiplier)
  }
  return {
    day,
    netCents: netAmountCents,
    security: { symbol: security.symbol, multiplier: security.multiplier, quantity, grossCost: gross() },
  }
}
