// Keeps the stored trades of accounts in step with their transactions, positions and stops: when these changed, the
// trades of the symbols concerned are derived again and replaced (docs/decisions/0078-trades-as-rows.md).
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { readSnapshot } from '../../kernel/read-snapshot.ts'
import { inTransaction, isTrx, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { deriveTrades } from './derive-trades.ts'
import { groupSymbols } from './group-symbols.ts'
import { findLinkedSymbols, journalVersionOf, readFingerprints, type SymbolFingerprint } from './journal-version.ts'
import { entryIdsOf, toStoredTrade, type StoredTrade } from './stored-trade.ts'
import { noteOf, readNotes, type TradeNote } from './trade-note.ts'

/** Brings the stored trades of these accounts up to date. Costs one read of their versions while nothing changed. */
export async function refreshTrades({ db }: Pick<Services, 'db'>, accountIds: readonly string[]): Promise<void> {
  for (const accountId of await findStale(db, accountIds)) await refreshAccount(db, accountId)
}

/** Returns which of these accounts, or of all, have trades that are out of date. */
export async function findStale(db: Db, accountIds?: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a left join journal_account j on j.account_id = a.id
    where (${accountIds ?? null}::uuid[] is null or a.id = any(${accountIds ?? null}::uuid[]))
      and j.version is distinct from ${journalVersionOf(sql.ref('a.id'))}
    order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of two at once the second waits for the first and finds everything done. */
async function refreshAccount(db: Db, accountId: string): Promise<void> {
  if (isTrx(db)) await refreshIn(db, accountId)
  else await inTransaction(db, (trx) => refreshIn(trx, accountId))
}

async function refreshIn(trx: Trx, accountId: string): Promise<void> {
  const known = await lockJournal(trx, accountId)
  if (known === (await readVersion(trx, accountId))) return
  const { version } = await readSnapshot(trx, {
    version: (db) => readVersion(db, accountId),
    rows: (db) => replaceChanged(db, accountId),
  })
  await trx.updateTable('journal_account').set({ version }).where('account_id', '=', accountId).execute()
}

/** Locks the trades of an account until the end of the transaction and returns the version of their inputs. */
export async function lockJournal(trx: Trx | Db, accountId: string): Promise<string | null> {
  await trx
    .insertInto('journal_account')
    .values({ account_id: accountId, version: null, measured_source: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { version } = await trx
    .selectFrom('journal_account')
    .select('version')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

async function readVersion(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select ${journalVersionOf(sql`a.id`)} as version from account a where a.id = ${accountId}`.execute(db)
  return rows[0]?.version ?? ''
}

/** Bounds what is derived at once, so that other requests are answered in between. */
const batchRows = 20_000

async function replaceChanged(trx: Trx, accountId: string): Promise<void> {
  const now = await readFingerprints(trx, accountId)
  const stored = await trx
    .selectFrom('journal_symbol')
    .select(['symbol', 'fingerprint'])
    .where('account_id', '=', accountId)
    .execute()
  const changed = changedSymbols(now, stored)
  if (changed.size === 0) return
  for (const symbol of await findOtherLegs(trx, accountId, changed)) changed.add(symbol)
  const known = new Set([...now.keys(), ...changed])
  const groups = groupSymbols(known, await findLinkedSymbols(trx, accountId))
  const notes = await readNotes(trx, accountId)
  let batch: string[] = []
  let count = 0
  for (const group of groups.filter((symbols) => symbols.some((symbol) => changed.has(symbol)))) {
    batch.push(...group)
    count += group.reduce((sum, symbol) => sum + (now.get(symbol)?.rowCount ?? 0), 0)
    if (count < batchRows) continue
    await replaceSymbols(trx, accountId, { symbols: batch, now, notes })
    ;[batch, count] = [[], 0]
    await setImmediate()
  }
  if (batch.length > 0) await replaceSymbols(trx, accountId, { symbols: batch, now, notes })
}

function changedSymbols(
  now: ReadonlyMap<string, SymbolFingerprint>,
  stored: readonly { readonly symbol: string; readonly fingerprint: string }[],
): Set<string> {
  const left = new Map(stored.map(({ symbol, fingerprint }) => [symbol, fingerprint]))
  const changed = new Set<string>()
  for (const [symbol, { fingerprint }] of now) {
    if (left.get(symbol) !== fingerprint) changed.add(symbol)
    left.delete(symbol)
  }
  for (const symbol of left.keys()) changed.add(symbol)
  return changed
}

/** Returns the legs that stored trades have beside these symbols: a correction may have parted them. */
async function findOtherLegs(trx: Trx, accountId: string, symbols: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select distinct unnest(codes) as symbol from journal_trade
    where account_id = ${accountId} and cardinality(codes) > 1 and codes && ${[...symbols]}::text[]`.execute(trx)
  return rows.map(({ symbol }) => symbol)
}

interface Replacement {
  readonly symbols: readonly string[]
  readonly now: ReadonlyMap<string, SymbolFingerprint>
  readonly notes: ReadonlyMap<string, TradeNote>
}

async function replaceSymbols(trx: Trx, accountId: string, { symbols, now, notes }: Replacement): Promise<void> {
  const trades = (await deriveTrades(trx, accountId, symbols)).map((trade) =>
    toStoredTrade(accountId, trade, noteOf(trade.id, entryIdsOf(trade), notes)),
  )
  await sql`
    delete from journal_trade where account_id = ${accountId} and codes && ${symbols}::text[]
      and not trade_id = any(${trades.map(({ trade_id: id }) => id)}::text[])`.execute(trx)
  await storeTrades(trx, trades)
  await trx
    .deleteFrom('journal_symbol')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`symbol = any(${symbols}::text[])`)
    .execute()
  const left = symbols.filter((symbol) => now.has(symbol))
  const fingerprints = left.map((symbol) => now.get(symbol)?.fingerprint ?? '')
  await sql`
    insert into journal_symbol (account_id, symbol, fingerprint)
    select ${accountId}, * from unnest(${left}::text[], ${fingerprints}::text[])`.execute(trx)
}

const columns = [
  'account_id',
  'trade_id',
  'underlying',
  'code_key',
  'codes',
  'code_keys',
  'side',
  'opened_at',
  'opened_day',
  'closed_at',
  'closed_day',
  'quantity',
  'entry_price',
  'exit_price',
  'fee_cents',
  'net_cents',
  'percent',
  'risk_cents',
  'r_hundredths',
  'missing_r',
  'holding_time',
  'weekday',
  'entry_ids',
  'setup',
  'tags',
  'has_note',
  'held',
] as const satisfies readonly (keyof StoredTrade)[]
const measured = ['measured_first', 'measured_last', 'best_cents', 'worst_cents'] as const

/** A trade whose fills stayed as they were keeps what bars measured of it. */
async function storeTrades(trx: Trx, trades: readonly StoredTrade[]): Promise<void> {
  if (trades.length === 0) return
  const written = columns.map((column) => `${column} = excluded.${column}`)
  const kept = measured.map((column) => `${column} = case when t.held = excluded.held then t.${column} end`)
  await sql`
    insert into journal_trade as t (${sql.raw(columns.join(', '))})
    select ${sql.raw(columns.join(', '))} from json_populate_recordset(null::journal_trade,
      ${JSON.stringify(trades)}::json)
    on conflict (account_id, trade_id) do update set ${sql.raw([...written, ...kept].join(', '))}`.execute(trx)
}
