// Copies the demonstration's account with its fund for another owner: a year of trades, closes and books, under
// separate ids. The copy is never read from the brokerage (it has no row in `account_sync`), so a load of many owners
// makes no requests there.
import { sql } from 'kysely'
import { inTransaction, type Trx } from '../../packages/server/src/kernel/transaction.ts'
import type { Db } from '../../packages/server/src/db/connect.ts'

/** In the order of their references. */
const tables = [
  'broker_login',
  'account',
  'account_close',
  'account_position',
  'account_transaction',
  'account_movement',
  'account_baseline',
  'account_point',
  'member',
  'fund',
  'fund_opening_share',
  'fund_entry',
  'fund_status_change',
  'fund_reversal',
  'fund_match',
  'fund_movement',
] as const

const owners = new Set(['owner_id', 'recorded_by', 'created_by'])
/** Columns sealed for their row, or that point to a person in the original. */
const left = new Set(['bank_account_id', 'user_id'])

export interface Copy {
  readonly fromOwner: string
  readonly toOwner: string
  /** Tells copies apart: part of every id and of the account's number. */
  readonly number: number
}

export async function copyFund(db: Db, { fromOwner, toOwner, number }: Copy): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const table of tables) await copyTable(trx, table, { fromOwner, toOwner, number })
  })
}

async function copyTable(
  trx: Trx,
  table: (typeof tables)[number],
  { fromOwner, toOwner, number }: Copy,
): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`.execute(
    trx,
  )
  const selected = columns.map(({ name, type }) => {
    const column = sql.ref(`t.${name}`)
    if (owners.has(name)) return sql`case when ${column} is null then null else ${toOwner}::uuid end`
    if (left.has(name)) return sql`null::uuid`
    if (table === 'account' && (name === 'number' || name === 'hash_value')) return sql`${column} || ${`-${number}`}`
    if (type === 'uuid') return otherId(column, number)
    if (type === 'ARRAY') return sql`array(select ${otherId(sql`one`, number)} from unnest(${column}) as one)`
    return column
  })
  const isOwned = columns.some(({ name }) => name === 'owner_id')
  const mine = isOwned
    ? sql`t.owner_id = ${fromOwner}`
    : sql`t.account_id in (select id from account where owner_id = ${fromOwner})`
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))}) select ${sql.join(selected)} from ${sql.table(table)} t where ${mine}`.execute(
    trx,
  )
}

/** Derives a well-formed UUID from the original and the number of the copy. */
const otherId = (column: ReturnType<typeof sql>, number: number) =>
  sql`overlay(overlay(md5(${column}::text || ${` ${number}`}) placing '7' from 13) placing '8' from 17)::uuid`
