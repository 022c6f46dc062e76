// Writes one reading of an account in one transaction: values, positions, orders, new transactions and movements, due
// closes, differences from our own record, a point for the day's chart, and the time of the next reading.
import { type EpochMs, marketDaySpan } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import { textOf } from '../../adapters/broker/broker-words.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { applyBrokerOrders } from '../broker-order/apply-broker-orders.ts'
import { noteDailyLoss } from '../order-limit/reached-limits.ts'
import { noteDrift } from '../target-plan/note-drift.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { lockBooksForFacts, applyBrokerFacts } from '../fund/book/apply-broker-facts.ts'
import { isCashMovement, isDelivery } from '../account/movement-kind.ts'
import { storeCloseLines } from '../close-line/store-close-lines.ts'
import { keepCloses } from './keep-closes.ts'
import { isOpenClose } from './open-close.ts'
import type { ComputedClose, Reading } from './reading.ts'
import { reconcileAccount } from './reconcile-account.ts'
import { deliveryAmount, valueDeliveries } from './value-deliveries.ts'

const readEveryMs = 60_000
const keepPointsMs = 31 * 24 * 60 * 60_000
/** The close is taken this long after the bell, when the last price has arrived. */
const afterCloseMs = 5_000

/** Returns false, and writes nothing, when the account was meanwhile disabled, renewed or read more recently. */
export async function storeReading(services: Services, reading: Reading): Promise<boolean> {
  const { account } = reading
  return inTransaction(services.db, async (trx) => {
    const row = await trx
      .selectFrom('account')
      .select(['broker_login_id', 'is_active', 'synced_at'])
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.is_active || row.broker_login_id !== account.broker_login_id) return false
    if (row.synced_at && row.synced_at.getTime() > reading.startedMs) return false
    const isNews = reading.transactions.length > 0 || (await changesHoldings(trx, reading))
    await storeValues(trx, reading)
    await applyBrokerOrders(trx, services.clock, {
      accountId: account.id,
      roots: reading.orders,
      readMs: reading.startedMs,
    })
    const { closes, deliveries } = reading.closes
    const hasFacts = reading.transactions.length > 0 || closes.length > 0 || deliveries.length > 0
    const books = hasFacts ? await lockBooksForFacts(trx, account.id) : undefined
    await storeTransactions(services, trx, reading)
    await storeCloses(services, trx, account.id, reading.closes.closes)
    await valueDeliveries(trx, account.id, reading.closes)
    await storeLinesOf(trx, account.id, reading.closes.closes)
    if (reading.closes.closes.length > 0) await noteDrift(trx, services.clock, account.id)
    await reconcileAccount(services, trx, reading)
    if (books) await applyBrokerFacts(services, trx, books)
    await noteDailyLoss(trx, services.clock, {
      account,
      market: reading.market,
      valueCents: reading.values.valueCents,
    })
    await finish(trx, reading)
    if (isNews) await raiseMessage(trx, account.owner_id, { topic: 'account' })
    return true
  })
}

/** Returns whether positions or cash changed since the last reading; prices move all the time and are not news. */
async function changesHoldings(trx: Trx, { account, values }: Reading): Promise<boolean> {
  const before = await trx.selectFrom('account').select('cash_cents').where('id', '=', account.id).executeTakeFirst()
  if (before?.cash_cents !== values.cashCents) return true
  const held = await trx
    .selectFrom('account_position')
    .select(['symbol', 'quantity'])
    .where('account_id', '=', account.id)
    .execute()
  const quantities = new Map(held.map(({ symbol, quantity }) => [symbol, quantity]))
  return (
    held.length !== values.positions.length ||
    values.positions.some(({ symbol, quantity }) => !new Decimal(quantities.get(symbol) ?? 0).equals(quantity))
  )
}

export async function storeValues(
  trx: Trx,
  {
    account,
    values,
    startedMs,
    market,
  }: Pick<Reading, 'values' | 'startedMs'> & {
    readonly account: { readonly id: string }
    readonly market: { readonly nowMs: EpochMs }
  },
): Promise<void> {
  const realCents = values.valueCents - values.openProfitCents
  await trx
    .updateTable('account')
    .set({
      type: values.type,
      float_value_cents: values.valueCents,
      real_value_cents: realCents,
      buying_power_cents: values.buyingPowerCents,
      cash_cents: values.cashCents,
      synced_at: new Date(startedMs),
    })
    .where('id', '=', account.id)
    .execute()
  await trx.deleteFrom('account_position').where('account_id', '=', account.id).execute()
  if (values.positions.length > 0) {
    await trx
      .insertInto('account_position')
      .values(
        values.positions.map((position) => ({
          account_id: account.id,
          symbol: position.symbol,
          asset_type: position.assetType,
          description: position.description,
          multiplier: position.multiplier,
          quantity: position.quantity,
          average_price: position.averagePrice,
          market_value_cents: position.marketValueCents,
          open_profit_cents: position.openProfitCents,
        })),
      )
      .execute()
  }
  await trx
    .insertInto('account_point')
    .values({
      account_id: account.id,
      at: new Date(market.nowMs),
      broker_value_cents: values.valueCents,
      real_value_cents: realCents,
    })
    // A stopped market gives every reading the same instant; the newest wins.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'at'])
        .doUpdateSet({ broker_value_cents: values.valueCents, real_value_cents: realCents }),
    )
    .execute()
  // Readings feed the charts of the last weeks; older days survive as closes.
  await trx
    .deleteFrom('account_point')
    .where('account_id', '=', account.id)
    .where('at', '<', new Date(market.nowMs - keepPointsMs))
    .execute()
}

async function storeTransactions(
  { clock }: Services,
  trx: Trx,
  { account, transactions, closes }: Reading,
): Promise<void> {
  for (const transaction of transactions) {
    await trx
      .insertInto('account_transaction')
      .values({
        account_id: account.id,
        broker_id: transaction.brokerId,
        occurred_at: new Date(transaction.occurredMs),
        day: transaction.day,
        trade_date: transaction.tradeDate,
        kind: textOf(transaction.kind),
        description: transaction.description,
        symbol: transaction.about?.symbol ?? null,
        asset_type: transaction.about?.assetType ?? null,
        multiplier: transaction.security?.multiplier ?? 1,
        quantity: transaction.security?.quantity ?? null,
        price: transaction.security?.price ?? null,
        net_amount_cents: transaction.netAmountCents,
        fee_cents: transaction.feeCents,
        order_id: transaction.orderId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const isCash = isCashMovement(transaction)
    const amount = isCash ? transaction.netAmountCents : deliveryAmount(transaction, closes.prices)
    // A delivery without a price yet is worth nothing only until its close.
    if (amount === null || (isCash && amount === 0n)) continue
    await trx
      .insertInto('account_movement')
      .values({
        account_id: account.id,
        id: newId(clock),
        broker_id: transaction.brokerId,
        day: transaction.day,
        amount_cents: amount,
        kind: textOf(transaction.kind),
        description: transaction.description,
        is_provisional: isDelivery(transaction),
        created_at: new Date(clock.nowMs()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const closesAtOnce = 500

export async function storeCloses(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  accountId: string,
  closes: readonly ComputedClose[],
): Promise<void> {
  const created = new Date(clock.nowMs())
  for (let start = 0; start < closes.length; start += closesAtOnce) {
    const some = closes.slice(start, start + closesAtOnce).map((close) => ({
      account_id: accountId,
      day: close.day,
      broker_value_cents: close.valueCents,
      real_value_cents: close.realValueCents,
      cash_cents: close.cashCents,
      is_rebuilt: close.isRebuilt,
      is_reconciled: close.isReconciled,
      created_at: created,
    }))
    const asJson = JSON.stringify(some, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    await keepCloses(trx, {
      accountId,
      at: created,
      where: sql`${isOpenClose('c')} and exists (
        select from json_to_recordset(${asJson}::json) as n (day date, broker_value_cents bigint,
          real_value_cents bigint, cash_cents bigint, is_reconciled boolean)
        where n.day = c.day and ${differsFrom('c', 'n')})`,
    })
    // An existing close is updated only where it differs, and never in a period that the fund has closed: members were
    // dealt by it, and late changes are booked on the first open day.
    await trx
      .insertInto('account_close')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day'])
          .doUpdateSet((eb) => ({
            broker_value_cents: eb.ref('excluded.broker_value_cents'),
            real_value_cents: eb.ref('excluded.real_value_cents'),
            cash_cents: eb.ref('excluded.cash_cents'),
            is_rebuilt: eb.ref('excluded.is_rebuilt'),
            is_reconciled: eb.ref('excluded.is_reconciled'),
            created_at: eb.ref('excluded.created_at'),
          }))
          .where(sql<boolean>`${differsFrom('account_close', 'excluded')} and ${isOpenClose('account_close')}`),
      )
      .execute()
  }
}

/** Members were dealt by what a closed period says, so its lines stay too. */
async function storeLinesOf(trx: Trx, accountId: string, closes: readonly ComputedClose[]): Promise<void> {
  const [first] = closes
  if (!first) return
  await storeCloseLines(trx, {
    accountId,
    held: new Map(closes.map(({ day, positions }) => [day, positions])),
    from: first.day,
    isFrozen: sql<boolean>`not (${isOpenClose('c')})`,
  })
}

const figuresOf = (alias: string) =>
  sql.raw(`(${alias}.broker_value_cents, ${alias}.real_value_cents, ${alias}.cash_cents, ${alias}.is_reconciled)`)

const differsFrom = (alias: string, other: string): RawBuilder<boolean> =>
  sql`${figuresOf(alias)} is distinct from ${figuresOf(other)}`

/**
 * Schedules the next reading, counted from the start of this one: a close that happened during it is then already due.
 */
async function finish(trx: Trx, { account, startedMs, market, closes }: Reading): Promise<void> {
  await trx
    .updateTable('account_sync')
    .set({
      next_at: new Date(nextReadingMs(startedMs, market.nowMs, marketDaySpan(market.day).untilMs)),
      failures: 0,
      failure: null,
      failure_reason: null,
      failed_at: null,
      transactions_through: new Date(market.nowMs),
      orders_through: new Date(market.nowMs),
      is_rebuilt: true,
      ...(closes.unexplainedCents === null ? {} : { unexplained_cents: closes.unexplainedCents }),
    })
    .where('account_id', '=', account.id)
    .execute()
}

/** Returns the time of the next reading: in a minute or right after the close, whichever comes first. */
function nextReadingMs(startedMs: number, marketMs: EpochMs, closesAtMs: EpochMs): number {
  const untilCloseMs = closesAtMs + afterCloseMs - marketMs
  return startedMs + (untilCloseMs > 0 ? Math.min(readEveryMs, untilCloseMs) : readEveryMs)
}
