// Which limits of an account were reached on a market day. A reached daily loss is found at readings of the account,
// where values, bookings and movements are one picture, and stays until the next session, whatever the prices do.
// Source: docs/rules/trading.md, "Limits"; docs/decisions/0073-limits-that-hold.md.
import { formatMoney, type LimitKind, type MarketDay, toCents, type Cents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { maskedAccount } from '../account/account-name.ts'
import type { MarketTime } from '../account/market-time.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { raiseMessage } from '../push/raise-message.ts'

export type ReachedLimit = Selectable<Tables['order_limit_reached']>

export function findReached(db: Db | Trx, accountId: string, day: MarketDay): Promise<ReachedLimit[]> {
  return db
    .selectFrom('order_limit_reached')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .orderBy('kind')
    .execute()
}

export interface NoteReachedOptions {
  readonly accountId: string
  readonly day: MarketDay
  readonly reached: readonly { readonly kind: LimitKind; readonly text: string }[]
}

/** Records limits that refused an order; those that are recorded already stay as they are. */
export async function noteReached(
  db: Db | Trx,
  clock: Clock,
  { accountId, day, reached }: NoteReachedOptions,
): Promise<void> {
  // A daily loss is recorded by a reading alone.
  const rows = reached.filter(({ kind }) => kind !== 'dailyLoss')
  if (rows.length === 0) return
  await db
    .insertInto('order_limit_reached')
    .values(
      rows.map(({ kind, text }) => ({
        account_id: accountId,
        day,
        kind,
        reached_at: new Date(clock.nowMs()),
        said: text,
        loss_cents: null,
        limit_cents: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the loss of a day is counted from. */
export interface LossBase {
  /** The value at the close, with the money that came and went since. */
  readonly baseCents: Cents
  /** The session of that close; null where the account was linked on this day and counts from then. */
  readonly day: string | null
}

/** Returns what the day's loss is counted from; null when no close of the account is known. */
export async function findLossBase(db: Db | Trx, accountId: string, day: MarketDay): Promise<LossBase | null> {
  const { rows } = await sql<{ base: bigint | null; day: string | null }>`
    select c.day::text as day,
      case when c.day is not null then c.broker_value_cents + coalesce((select sum(m.amount_cents)
        from account_movement m where m.account_id = a.id and m.day > c.day), 0)
      when a.linked_day = ${day} then a.linked_value_cents + coalesce((select sum(m.amount_cents)
        from account_movement m join account_transaction t on t.account_id = m.account_id
          and t.broker_id = m.broker_id
        where m.account_id = a.id and t.occurred_at > a.linked_at), 0)
      end::bigint as base
    from account a left join lateral (
      select k.day, k.broker_value_cents from account_close k where k.account_id = a.id and k.day < ${day}
      order by k.day desc limit 1
    ) c on true
    where a.id = ${accountId}`.execute(db)
  const row = rows[0]
  return row === undefined || row.base === null ? null : { baseCents: toCents(row.base), day: row.day }
}

/** Returns the dollars lost on the market day, negative for a gain; null while no close is known. */
export async function findDayLoss(
  db: Db | Trx,
  { accountId, day, valueCents }: { readonly accountId: string; readonly day: MarketDay; readonly valueCents: Cents },
): Promise<Decimal | null> {
  const start = await findLossBase(db, accountId, day)
  return start === null ? null : new Decimal((start.baseCents - valueCents).toString()).div(100)
}

export interface ReadAccountOptions {
  readonly account: { readonly id: string; readonly owner_id: string }
  readonly market: Pick<MarketTime, 'day' | 'lastClosedDay'>
  readonly valueCents: Cents
}

/**
 * Records that the daily loss is reached, once a day, and notifies the owner. Does nothing while the close of the
 * session before is missing: the loss would be that of two days. The caller holds the lock on the account's row.
 */
export async function noteDailyLoss(
  trx: Trx,
  clock: Clock,
  { account, market, valueCents }: ReadAccountOptions,
): Promise<void> {
  const guard = await trx
    .selectFrom('order_guard')
    .select(['daily_loss_cents', 'cancels_entries'])
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (!guard || guard.daily_loss_cents === null) return
  const start = await findLossBase(trx, account.id, market.day)
  if (start === null || (start.day !== null && start.day !== market.lastClosedDay)) return
  const lost = start.baseCents - valueCents
  if (lost < guard.daily_loss_cents) return
  const said =
    `The account has lost ${formatMoney(lost)} today, and its daily limit is ` +
    `${formatMoney(guard.daily_loss_cents)}.`
  const written = await trx
    .insertInto('order_limit_reached')
    .values({
      account_id: account.id,
      day: market.day,
      kind: 'dailyLoss',
      reached_at: new Date(clock.nowMs()),
      said,
      loss_cents: toCents(lost),
      limit_cents: guard.daily_loss_cents,
      entries: guard.cancels_entries ? 'DUE' : 'KEPT',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n) return
  const named = await trx
    .selectFrom('account')
    .select(['number', 'is_paper'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  await recordNotification(trx, clock, {
    userId: account.owner_id,
    kind: 'LIMIT_REACHED',
    key: `limit.daily-loss ${account.id} ${market.day}`,
    title: 'Daily loss reached',
    link: '/order',
    text:
      `Account ${maskedAccount(named)} has lost ${formatMoney(lost)} today; its daily limit is ` +
      `${formatMoney(guard.daily_loss_cents)}. No new entries go out until the next session. ` +
      (guard.cancels_entries
        ? 'Its working entries are being cancelled.'
        : 'Working entries stay; cancel them on the Orders screen if you do not want them filled.'),
  })
  await raiseMessage(trx, account.owner_id, { topic: 'account' })
}
