// Exports everything of a fund as one ZIP: its rows for an import, and journals, tables and statements for people. All
// of it is as of one instant. The file is complete before its first byte is sent, so that a slow reader holds no
// transaction open.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@clubfolio/contract'
import { exportBooksJournal, exportRoiJournal, newYorkDateAt } from '@clubfolio/domain'
import { sql } from 'kysely'
import { knownMigrations } from '../../../db/migrate.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { fileName } from '../../../kernel/file-name.ts'
import type { Caller, FileToSend } from '../../../kernel/handler.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { ZipFile } from '../../../kernel/write-zip.ts'
import type { PooledServices } from '../../../services.ts'
import { openUploadFolder } from '../../market/receive-upload.ts'
import { documentParts } from '../document/download-document.ts'
import { requireFund, type FundAccount } from '../book/load-fund.ts'
import { readMemberNames } from '../book/member-names.ts'
import { readAccountsIssuer } from '../book/read-issuer.ts'
import { readRecords } from '../book/read-records.ts'
import { toState } from '../book/replay-cache.ts'
import { archivedTables, rowsOfFund, type ArchivedPlace, type ArchivedTable } from './archived-tables.ts'
import {
  archivedAccountColumns,
  accountTable,
  archiveVersion,
  checksumFile,
  descriptionFile,
  archivedFiguresOf,
  rowsFile,
  type ArchiveDescription,
} from './archive-format.ts'
import { writeTables } from './write-tables.ts'

const rowsAtOnce = 500

export interface ExportCall {
  readonly services: PooledServices
  readonly session: Session
  readonly caller: Caller
}

/** Returns the ZIP. Throws `notFound` for anybody but the owner, `fundNotOpened` where nothing is recorded yet. */
export async function exportFund({ services, session, caller }: ExportCall, accountId: string): Promise<FileToSend> {
  const { db, clock, config } = services
  const account = await requireFund(services, session.userId, accountId, 'OWN')
  const folder = await openUploadFolder(config.dataDirectory)
  const path = join(folder.path, 'fund.zip')
  try {
    const zip = new ZipFile(path, new Date(clock.nowMs()))
    try {
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => writeArchive(services, trx, account, zip))
      await zip.end()
    } catch (error) {
      zip.discard()
      throw error
    }
    await writeAudit(db, clock, {
      actorId: session.userId,
      action: 'fund.export',
      objectType: 'fund',
      objectId: accountId,
      after: { files: zip.files.length },
      requestId: caller.requestId,
      address: caller.address,
    })
    const { clubs } = await readAccountsIssuer(db, accountId)
    const file = await open(path)
    // The opened file is readable without its folder, so a caller who disconnects leaves nothing behind.
    await folder.remove().catch((error: unknown) => file.close().finally(() => Promise.reject(error)))
    return {
      fileName: fileName(['Fund', clubs.join(', '), newYorkDateAt(clock.nowMs())], 'zip'),
      content: file.createReadStream(),
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function writeArchive(services: PooledServices, trx: Trx, account: FundAccount, zip: ZipFile): Promise<void> {
  const { clock } = services
  const place = await findPlace(trx, account.id)
  const state = toState(await readRecords(trx, account), await readMemberNames(trx, account.id))
  const statements = await nameStatements(trx, account.id)
  const documents = await nameDocuments(trx, account.id)
  const description: ArchiveDescription = {
    format: 'clubfolio-fund',
    version: archiveVersion,
    migrations: [...knownMigrations],
    exportedAt: new Date(clock.nowMs()).toISOString(),
    fundId: place.fundId,
    accountIds: [...place.accountIds],
    memberIds: [...place.memberIds],
    tables: await readColumns(trx),
    statements: Object.fromEntries(statements),
    documents: Object.fromEntries(documents.map(({ id, name }) => [id, name])),
    figures: archivedFiguresOf(state),
  }
  await zip.add(descriptionFile, Buffer.from(`${JSON.stringify(description, undefined, 2)}\n`))
  await zip.add(rowsFile(accountTable), accountRows(trx, place))
  for (const table of archivedTables) await zip.add(rowsFile(table.name), rowsOf(trx, table, place))
  const { currency } = account
  await zip.add('journals/books.journal', Buffer.from(exportBooksJournal(state.replay, currency)))
  await zip.add('journals/roi.journal', Buffer.from(exportRoiJournal(state.replay, currency)))
  await writeTables(trx, { state, fundId: account.id }, zip)
  for (const [id, name] of statements) await zip.add(name, await readStatement(trx, id))
  for (const document of documents) await zip.add(document.name, documentParts(trx, document))
  await zip.add(checksumFile, Buffer.from(`${JSON.stringify(zip.files, undefined, 2)}\n`))
}

async function findPlace(trx: Trx, fundId: string): Promise<ArchivedPlace> {
  const fund = await trx.selectFrom('fund').select('account_id').where('account_id', '=', fundId).executeTakeFirst()
  if (!fund) throw new Refusal('fundNotOpened')
  const homes = await trx
    .selectFrom('fund_move')
    .select(['from_account_id', 'to_account_id'])
    .where('account_id', '=', fundId)
    .execute()
  const accountIds = new Set([fundId, ...homes.flatMap((move) => [move.from_account_id, move.to_account_id])])
  const { rows } = await sql<{ id: string }>`
    select m.id from member m join account a on a.owner_id = m.owner_id
    where a.id = ${fundId} and (
      exists (select from fund_entry x where x.member_id = m.id and x.account_id = a.id)
      or exists (select from fund_opening_share x where x.member_id = m.id and x.account_id = a.id)
      or exists (select from fund_transfer x where m.id in (x.from_member_id, x.to_member_id) and x.account_id = a.id)
      or exists (select from fund_fee_policy x where x.account_id = a.id
        and (x.receiver_member_id = m.id or x.own_rates ? m.id::text))
      or exists (select from fund_fee_line x where m.id in (x.member_id, x.receiver_member_id) and x.account_id = a.id)
      or exists (select from fund_due_plan x where x.member_id = m.id and x.account_id = a.id)
      or exists (select from fund_due_reminder x join fund_due_plan p on p.id = x.plan_id
        where x.member_id = m.id and p.account_id = a.id)
      or exists (select from fund_request x where x.member_id = m.id and x.account_id = a.id)
      or exists (select from fund_statement_mail x where x.member_id = m.id and x.account_id = a.id))
    order by m.id`.execute(trx)
  return { fundId, accountIds: [...accountIds].toSorted(), memberIds: rows.map(({ id }) => id) }
}

/** Returns the columns that travel, as this database has them. */
async function readColumns(trx: Trx): Promise<ArchiveDescription['tables']> {
  const names = archivedTables.map(({ name }) => name)
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${names}) and is_generated = 'NEVER'
    group by table_name`.execute(trx)
  const found = new Map(rows.map(({ name, columns }) => [name, columns]))
  return [
    { name: accountTable, columns: [...archivedAccountColumns] },
    ...archivedTables.map(({ name, without = [] }) => ({
      name,
      columns: (found.get(name) ?? []).filter((column) => !without.includes(column)),
    })),
  ]
}

async function* rowsOf(trx: Trx, table: ArchivedTable, place: ArchivedPlace): AsyncGenerator<Buffer> {
  yield* readRows(
    trx,
    sql`select (to_jsonb(t) - ${[...(table.without ?? [])]}::text[])::text as line
      from ${sql.table(table.name)} t where ${rowsOfFund(table, place)} order by ${sql.raw(table.orderBy)}`,
  )
}

const accountRows = (trx: Trx, { accountIds }: ArchivedPlace): AsyncGenerator<Buffer> =>
  readRows(
    trx,
    sql`select to_jsonb(t)::text as line from (
        select ${sql.join(archivedAccountColumns.map((column) => sql.ref(column)))} from account
        where id = any(${[...accountIds]}::uuid[])) t order by id`,
  )

/** Reads a part at a time, so that a large table is never in memory. */
async function* readRows(trx: Trx, query: ReturnType<typeof sql>): AsyncGenerator<Buffer> {
  await sql`declare fund_archive no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from fund_archive`.execute(trx)
    if (rows.length > 0) yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
    if (rows.length < rowsAtOnce) break
  }
  await sql`close fund_archive`.execute(trx)
}

/** Returns the name of each issued statement's file, which says whose it is and is unique. */
async function nameStatements(trx: Trx, fundId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('fund_statement_mail as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select(['s.id', 's.from_day', 's.to_day', 'm.first_name', 'm.last_name'])
    .where('s.account_id', '=', fundId)
    .where('s.state', '<>', 'waiting')
    .where('s.content', 'is not', null)
    .orderBy('s.id')
    .execute()
  return new Map(
    rows.map((row) => {
      const holder = `${row.first_name} ${row.last_name}`.slice(0, 30)
      return [row.id, `statements/${fileName([holder, `${row.from_day} to ${row.to_day}`, row.id], 'pdf')}`]
    }),
  )
}

async function nameDocuments(trx: Trx, fundId: string): Promise<{ id: string; byte_count: number; name: string }[]> {
  const rows = await trx
    .selectFrom('fund_document')
    .select(['id', 'title', 'byte_count'])
    .where('account_id', '=', fundId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, name: `documents/${fileName([row.title.slice(0, 40), row.id], 'pdf')}` }))
}

async function readStatement(trx: Trx, id: string): Promise<Buffer> {
  const { content } = await trx
    .selectFrom('fund_statement_mail')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return content ?? Buffer.alloc(0)
}
