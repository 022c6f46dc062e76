// The tables and sequences of an installation as the database lists them: the application's own, the market's, the
// paper brokerage's.
import { escapeIdentifier, type ClientBase } from 'pg'
import type { BackedUpPartition, BackedUpSequence, BookTotals } from './manifest.ts'

/** Tables that the migrations write themselves. */
export const writtenByMigrations = new Set([
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'paper.applied_migration',
])

/**
 * Tables whose rows are left out: sign-ins and codes in progress, counters of attempts, deliveries of webhooks, and the
 * ballots of open secret votes with their keys. After a restore everybody signs in and makes API tokens again, a
 * session or token that was ended since does not come back to life, no event is sent a second time, and secret votes
 * that were open are cancelled (docs/decisions/0089-secret-ballots.md).
 */
export const passing = new Set([
  'public.session',
  'public.api_token',
  'public.api_token_account',
  'public.webhook_delivery',
  'public.webhook_attempt',
  'public.web_push_key',
  'public.web_push_device',
  'public.web_push_delivery',
  'public.socket_ticket',
  'public.link_attempt',
  'public.sign_in_challenge',
  'public.passkey_challenge',
  'public.oidc_attempt',
  'public.one_use_link',
  'public.phone_change',
  'public.session_code',
  'public.registration',
  'public.registration_decoy',
  'public.captcha_answer',
  'public.rate_counter',
  'public.broker_allowance',
  'public.fund_secret_ballot',
  'public.fund_vote_key',
  'public.outbox_message',
  'paper.web_session',
  'paper.sign_in_try',
  'paper.authorisation_code',
  'paper.access_token',
])

export interface StoredTable {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
  /** Its rows live in partitions. */
  readonly isDivided: boolean
  /** Its rows are left out of a backup. */
  readonly isPassing: boolean
}

export const quoted = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
export const columnsOf = ({ columns }: Pick<StoredTable, 'columns'>): string =>
  columns.map((column) => escapeIdentifier(column)).join(', ')

export async function listTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] | null; isDivided: boolean }>(`
    select n.nspname as schema, c.relname as name, c.relkind = 'p' as "isDivided",
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'market', 'paper')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and d.deptype = 'e')
    order by n.nspname, c.relname`)
  const keyOf = (row: { schema: string; name: string }) => `${row.schema}.${row.name}`
  return rows
    .filter((row) => !writtenByMigrations.has(keyOf(row)))
    .map(({ schema, name, columns, isDivided }) => ({
      schema,
      name,
      columns: columns ?? [],
      isDivided,
      isPassing: passing.has(keyOf({ schema, name })),
    }))
}

/** Bounds are printed in the session's time zone, which is UTC here. */
export async function listPartitions(client: ClientBase): Promise<BackedUpPartition[]> {
  const { rows } = await client.query<{ schema: string; name: string; parent: string; bound: string }>(`
    select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r' and n.nspname in ('public', 'market', 'paper')
    order by 1, 2`)
  return rows.map(({ bound, ...names }) => {
    const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? []
    if (from === undefined || to === undefined)
      throw new Error(`The partition ${names.name} has bounds that a backup does not know: ${bound}`)
    return { ...names, from, to }
  })
}

export async function readSequences(client: ClientBase): Promise<BackedUpSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    "select schemaname as schema, sequencename as name from pg_sequences where schemaname in ('public', " +
      "'market', 'paper') order by 1, 2",
  )
  const sequences: BackedUpSequence[] = []
  for (const { schema, name } of rows) {
    const { rows: state } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted({ schema, name })}`,
    )
    sequences.push({ schema, name, ...state[0]! })
  }
  return sequences
}

/** Computed when a backup is taken and again after it was loaded; the two must agree. */
export async function readTotals(client: ClientBase): Promise<BookTotals> {
  const { rows } = await client.query<Record<keyof BookTotals, string>>(`
    select (select count(*) from public.app_user)::text as users, (select count(*)
      from public.account)::text as accounts, (select count(*) from public.member)::text as members,
      (select count(*) from public.fund_entry)::text as entries,
      (select coalesce(sum(amount_cents), 0) from public.fund_entry
        where kind = 'contribution')::text as "contributedCents",
      (select coalesce(sum(amount_cents), 0) from public.fund_entry
        where kind = 'retribution')::text as "withdrawnCents",
      (select coalesce(sum(amount_cents), 0) from public.account_movement)::text as "movedCents"`)
  const { users, accounts, members, entries, ...cents } = rows[0]!
  return {
    users: Number(users),
    accounts: Number(accounts),
    members: Number(members),
    entries: Number(entries),
    ...cents,
  }
}
