// The only writer of alerts. A condition may be raised any number of times and has one open row; when it has passed it
// is resolved, and when it recurs it is a new alert.
import type { AlertKind, AlertSeverity } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import type { Trx } from '../../kernel/transaction.ts'

const mostTitleCharacters = 120
const mostTextCharacters = 500

export interface Condition {
  /** The user concerned. */
  readonly userId: string
  /** The condition, unique per user while it lasts: "reconciliation <account id>". */
  readonly key: string
}

export interface RaisedCondition extends Condition {
  readonly kind: AlertKind
  readonly severity: AlertSeverity
  /** A few words: "Account •••• 4821 does not reconcile". */
  readonly title: string
  /** What is wrong and what to do, with figures. */
  readonly text: string
  /** A path inside the product where it can be dealt with. */
  readonly link?: `/${string}`
}

/**
 * Raises the alert of a condition that lasts, and returns whether it is new. While it is open its words follow the last
 * report; a dismissed alert returns to the bar only when it has become more severe.
 */
export async function raiseAlert(db: Db | Trx, clock: Clock, raised: RaisedCondition): Promise<boolean> {
  const now = new Date(clock.nowMs())
  const title = plainLine(raised.title, mostTitleCharacters)
  const text = plainLine(raised.text, mostTextCharacters)
  const link = raised.link ?? null
  const { rows } = await sql<{ is_new: boolean }>`
    insert into alert as a (id, user_id, key, kind, severity, title, text, link, raised_at, updated_at)
    values (${newId(clock)}, ${raised.userId}, ${raised.key}, ${raised.kind}, ${raised.severity}, ${title}, ${text},
      ${link}, ${now}, ${now})
    on conflict (user_id, key) where resolved_at is null do update set
      severity = excluded.severity, title = excluded.title, text = excluded.text, link = excluded.link,
        updated_at = excluded.updated_at,
      seen_at = case when ${rankOf('excluded')} > ${rankOf('a')} then null else a.seen_at end
    where (a.severity, a.title, a.text, a.link) is distinct
      from (excluded.severity, excluded.title, excluded.text, excluded.link)
    returning (xmax = 0) as is_new
  `.execute(db)
  // No row: the alert is already open with the same words.
  return rows[0]?.is_new ?? false
}

/** Resolves the alert of a condition that has passed, and returns whether there was an open one. */
export async function resolveAlert(db: Db | Trx, clock: Clock, { userId, key }: Condition): Promise<boolean> {
  const now = new Date(clock.nowMs())
  const resolved = await db
    .updateTable('alert')
    .set({ resolved_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return resolved.numUpdatedRows > 0n
}

const rankOf = (row: 'excluded' | 'a') =>
  sql`array_position(array['INFO', 'WARNING', 'CRITICAL'], ${sql.ref(`${row}.severity`)})`
