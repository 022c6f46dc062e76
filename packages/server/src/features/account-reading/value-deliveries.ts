// Delivered securities are a payment at the close of their day (docs/rules/fund.md, "Matching"). Until that close is
// taken, they count at the latest price there is.
import { toMarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { isDelivery } from '../account/movement-kind.ts'
import type { DayedTransaction } from './booked-transaction.ts'
import type { ClosingPrices } from './closing-prices.ts'
import { isOpenClose } from './open-close.ts'
import type { ComputedCloses } from './reading.ts'

/**
 * Returns what a delivery pays in, negative for securities that leave: the close of its day times quantity and
 * multiplier, plus the cash that came with it. Without a close of that day it is the one before, or the brokerage's
 * price. Null for other transactions.
 *
 * Example: 100 shares that close at 51.20 on the day of their delivery pay in 5,120.00.
 */
export function deliveryAmount(transaction: DayedTransaction, prices: ClosingPrices | null): bigint | null {
  if (!isDelivery(transaction) || !transaction.security) return null
  const { symbol, quantity, multiplier, price } = transaction.security
  const close = prices?.closeOf(symbol, transaction.day) ?? (price === null ? undefined : new Decimal(price))
  if (close === undefined) return transaction.netAmountCents
  const value = close.times(quantity).times(multiplier).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN)
  return BigInt(value.toFixed(0)) + transaction.netAmountCents
}

/** Returns the deliveries among the stored transactions that wait for a close which has been taken or is due. */
export async function waitingDeliveries(
  db: Db,
  accountId: string,
  stored: readonly DayedTransaction[],
): Promise<DayedTransaction[]> {
  const rows = await db
    .selectFrom('account_movement as m')
    .select('m.broker_id')
    .where('m.account_id', '=', accountId)
    .where('m.is_provisional', '=', true)
    .where('m.day', '<=', (eb) =>
      eb
        .selectFrom('account_close as c')
        .select((max) => max.fn.max('c.day').as('day'))
        .whereRef('c.account_id', '=', 'm.account_id'),
    )
    .execute()
  const waiting = new Set(rows.map((row) => row.broker_id))
  return stored.filter(({ brokerId }) => waiting.has(brokerId))
}

/**
 * Gives deliveries the amount of their day's close, and marks those final whose close is stored and whose price has
 * come, also for shares that are no longer held. A close that is taken again values them again; a closed period keeps
 * what members were dealt by.
 */
export async function valueDeliveries(
  trx: Trx,
  accountId: string,
  { deliveries, prices }: Pick<ComputedCloses, 'deliveries' | 'prices'>,
): Promise<void> {
  if (deliveries.length === 0) return
  const row = await trx
    .selectFrom('account_close')
    .select((eb) => eb.fn.max('day').as('day'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const closedDay = row?.day ? toMarketDay(row.day) : null
  for (const { transaction: delivery, isPriceLate } of deliveries) {
    const amount = deliveryAmount(delivery, prices)
    if (amount === null) continue
    const isProvisional = isPriceLate || closedDay === null || delivery.day > closedDay
    await sql`update account_movement m set is_provisional = ${isProvisional},
        amount_cents = case when ${isOpenClose('m')} then ${amount} else amount_cents end
      where m.account_id = ${accountId} and m.broker_id = ${delivery.brokerId}
        and (m.is_provisional <> ${isProvisional} or (m.amount_cents <> ${amount} and ${isOpenClose('m')}))`.execute(
      trx,
    )
  }
}
