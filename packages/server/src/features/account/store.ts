// Accounts as their owner sees them. Every query for one account names its owner in the SQL, so another user's id finds
// nothing, exactly like an id that does not exist.
import { toCents } from '@clubfolio/domain'
import { type Account, Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import { compileSelect } from '../../db/compiled-statements.ts'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'

/** Gain since the last official close, without the money that came or went after it. */
const todayChange = sql<bigint | null>`a.float_value_cents - c.broker_value_cents
  - coalesce((select sum(m.amount_cents) from account_movement m
    where m.account_id = a.id and m.day > c.day), 0)::bigint`.as('today_cents')

/** Current differences from our own record: the newest row of each figure while it is open, cash first. */
const differences = sql<Account['differences']>`(
  select coalesce(json_agg(json_build_object(
    'id', n.id, 'symbol', n.symbol, 'ours', trim_scale(n.ours)::text, 'theirs', trim_scale(n.theirs)::text, 'since',
      n.since_day::text, 'explanation', n.explanation
  ) order by n.symbol nulls first), '[]')
  from (select distinct on (d.symbol) d.* from account_difference d where d.account_id = a.id
    order by d.symbol, d.position desc) n
  where n.is_open
)`.as('differences')

function selectAccounts(db: Db | Trx) {
  return db
    .selectFrom('account as a')
    .leftJoin('broker_login as l', 'l.id', 'a.broker_login_id')
    .leftJoin('account_sync as s', 's.account_id', 'a.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('account_close as k')
          .select(['k.day', 'k.broker_value_cents'])
          .whereRef('k.account_id', '=', 'a.id')
          .orderBy('k.day', 'desc')
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .select([todayChange, differences])
    .select([
      'a.id',
      'a.number',
      'a.broker',
      'a.broker_title',
      'a.is_paper',
      'a.is_read_only',
      'a.currency',
      'a.type',
      'a.initial_balance_cents',
      'a.float_value_cents',
      'a.real_value_cents',
      'a.buying_power_cents',
      'a.is_default',
      'a.is_active',
      'a.synced_at',
      sql<Date | null>`least(l.refresh_expires_at, l.lapsed_at)`.as('access_ends_at'),
      's.failure',
      's.failed_at',
      's.unexplained_cents',
    ])
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirstOrThrow']>>

interface OwnedValues {
  readonly ownerId: string
  /** Limits a list of accounts to those of an API token. */
  readonly only: readonly string[] | null
}

const among = ({ only }: OwnedValues) => sql<boolean>`(${only}::uuid[] is null or a.id = any(${only}::uuid[]))`

const selectOwned = compileSelect((db, values: OwnedValues) =>
  selectAccounts(db).where('a.owner_id', '=', values.ownerId).where(among(values)).orderBy('a.number').orderBy('a.id'),
)

export async function findAccounts(db: Db | Trx, ownerId: string, only: readonly string[] | null): Promise<Account[]> {
  const rows = await selectOwned(db, { ownerId, only })
  return rows.map(toAccount)
}

const selectDefault = compileSelect((db, values: OwnedValues) =>
  selectAccounts(db).where('a.owner_id', '=', values.ownerId).where(among(values)).where('a.is_default', '=', true),
)

export async function findDefaultAccount(
  db: Db | Trx,
  ownerId: string,
  only: readonly string[] | null,
): Promise<Account | null> {
  const [row] = await selectDefault(db, { ownerId, only })
  return row ? toAccount(row) : null
}

/** Returns one account of its owner. Throws `notFound`. */
export async function findAccount(db: Db | Trx, ownerId: string, accountId: string): Promise<Account> {
  const row = await selectAccounts(db)
    .where('a.id', '=', accountId)
    .where('a.owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return toAccount(row)
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    number: row.number,
    broker: row.broker,
    brokerName: row.broker_title,
    isPaper: row.is_paper,
    isReadOnly: row.is_read_only,
    currency: row.currency,
    type: row.type,
    initialBalance: row.initial_balance_cents,
    floatValue: row.float_value_cents,
    realValue: row.real_value_cents,
    buyingPower: row.buying_power_cents,
    todayChange: row.today_cents === null ? null : toCents(row.today_cents),
    isDefault: row.is_default,
    // A broker that refuses a refresh ends the access at that moment, whatever end date it had promised.
    accessExpirationDate: row.access_ends_at?.getTime() ?? null,
    isActive: row.is_active,
    syncedAt: row.synced_at?.getTime() ?? null,
    syncFailure: row.failure,
    syncFailedAt: row.failed_at?.getTime() ?? null,
    unexplainedCash: row.unexplained_cents,
    differences: row.differences,
  }
}
