// Imports an exported fund: its past becomes an account of its own, which no brokerage reads, and its books must give
// the figures of the export before anything counts. The file is untrusted. Every row is checked to be about the
// accounts, members and records of the archive alone, and every user that it names becomes the one who imports it.
import type { Readable } from 'node:stream'
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import { knownMigrations } from '../../../db/migrate.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/handler.ts'
import { plainLine } from '../../../kernel/plain-line.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import { violatedUnique } from '../../../kernel/unique-refusal.ts'
import type { PooledServices } from '../../../services.ts'
import { openUploadFolder, receiveUpload } from '../../market/receive-upload.ts'
import { archiveBrokerName, archivedNumber, originalNumber } from '../../account/archive-broker.ts'
import { checkInvariants } from '../check/check-invariants.ts'
import { checkPdf } from '../document/check-pdf.ts'
import { storeParts } from '../document/store-parts.ts'
import { findFundAccount } from '../book/load-fund.ts'
import { readMemberNames } from '../book/member-names.ts'
import { readRecords } from '../book/read-records.ts'
import { toState } from '../book/replay-cache.ts'
import { archivedTables, type ArchivedTable } from './archived-tables.ts'
import {
  accountTable,
  archiveVersion,
  archivedFiguresOf,
  findDifference,
  type ArchiveDescription,
} from './archive-format.ts'
import { lastPart, openArchive, readBatches, unreadable, type OpenedArchive } from './open-archive.ts'
import { createRowJudge, type RowJudge } from './judge-rows.ts'

const largestArchiveBytes = 1024 ** 3

export interface ImportCall {
  readonly services: PooledServices
  readonly session: Session
  readonly caller: Caller
}

export interface ImportedFile {
  readonly name: string
  readonly file: Readable
}

/** Throws `archiveUnreadable`, `archiveNewer`, `archiveAlreadyHere`, `archiveDiffers` and `tooLarge`. */
export async function importFund(
  { services, session, caller }: ImportCall,
  { name, file }: ImportedFile,
): Promise<{ accountId: string; message: string }> {
  const { db, clock, config } = services
  const received = await receiveUpload(config.dataDirectory, file, largestArchiveBytes)
  const folder = await openUploadFolder(config.dataDirectory)
  try {
    const archive = await openArchive(received.path, folder.path)
    const { description } = archive
    if (description.version > archiveVersion || description.migrations.some((one) => !knownMigrations.includes(one)))
      throw new Refusal('archiveNewer')
    await checkPapers(archive, caller.signal)
    await inTransaction(db, async (trx) => {
      await storeRows(trx, archive, session.userId)
      await compareFigures(trx, description)
      await writeAudit(trx, clock, {
        actorId: session.userId,
        action: 'fund.import',
        objectType: 'fund',
        objectId: description.fundId,
        after: { file: plainLine(name, 200), exportedAt: description.exportedAt },
        requestId: caller.requestId,
        address: caller.address,
      })
    })
    return {
      accountId: description.fundId,
      message: 'The fund was imported. Its books give the figures of the export to the cent.',
    }
  } finally {
    await received.remove()
    await folder.remove()
  }
}

/**
 * A file of another installation is no more trusted than the upload of a person. Each paper has a file of its own: a
 * description of half a million papers in one file has it checked and stored as often.
 */
async function checkPapers({ description, readFile }: OpenedArchive, signal: AbortSignal): Promise<void> {
  const files = [...Object.values(description.statements), ...Object.values(description.documents)].map(lastPart)
  if (new Set(files).size < files.length) throw unreadable('Two of its papers are the same file.')
  for (const file of files) {
    signal.throwIfAborted()
    if ((await checkPdf(await readFile(file), signal)) !== undefined) throw unreadable(`${file} is no plain PDF.`)
  }
}

async function storeRows(trx: Trx, archive: OpenedArchive, importerId: string): Promise<void> {
  const { description } = archive
  const judge = createRowJudge(description)
  try {
    for await (const lines of readBatches(archive, accountTable))
      await insertAccounts(trx, judge.accounts(lines), importerId)
    for (const table of archivedTables) {
      if (table.isLater && !description.tables.some(({ name }) => name === table.name)) continue
      for await (const lines of readBatches(archive, table.name)) {
        judge.rows(table, lines)
        await insertRows(trx, { table, description, lines, importerId })
      }
      if (table.of === 'members') await requireOwn(trx, description, importerId)
    }
    for (const [id, file] of Object.entries(description.statements))
      await trx
        .updateTable('fund_statement_mail')
        .set({ content: await archive.readFile(file) })
        .where('account_id', '=', description.fundId)
        .where('id', '=', id)
        .execute()
    for (const [id, file] of Object.entries(description.documents))
      await storeDocument(trx, description.fundId, id, await archive.readFile(file))
  } catch (error) {
    if (violatedUnique(error) !== undefined) throw new Refusal('archiveAlreadyHere')
    if (isOfContent(error)) throw unreadable('A row of it does not fit.')
    throw error
  }
}

/** Values that a column or a constraint does not take, as PostgreSQL classifies them. */
const isOfContent = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^2[23]/.test(error.code)

/** The accounts of the past: nobody signs in to a brokerage for them, and nothing reads or trades them. */
async function insertAccounts(trx: Trx, rows: ReturnType<RowJudge['accounts']>, importerId: string): Promise<void> {
  for (const row of rows) {
    const number = originalNumber(String(row['number']))
    const whole = {
      ...row,
      owner_id: importerId,
      broker: archiveBrokerName,
      number: archivedNumber(number),
      hash_value: number,
      is_read_only: true,
      is_default: false,
      is_active: true,
    }
    const columns = sql.join(Object.keys(whole).map((column) => sql.ref(column)))
    await sql`insert into account (${columns})
      select ${columns} from jsonb_populate_record(null::account, ${JSON.stringify(whole)}::jsonb)`.execute(trx)
  }
}

async function storeDocument(trx: Trx, fundId: string, id: string, content: Buffer): Promise<void> {
  const row = await trx
    .selectFrom('fund_document')
    .select('byte_count')
    .where('account_id', '=', fundId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw unreadable('It has a document that its rows do not name.')
  // A download counts its bytes.
  if (row.byte_count !== content.length) throw unreadable('It has a document that is not as long as its row says.')
  await storeParts(trx, id, content)
}

interface RowsToInsert {
  readonly table: ArchivedTable
  readonly description: ArchiveDescription
  readonly lines: readonly string[]
  readonly importerId: string
}

/** PostgreSQL reads the rows itself, so that no amount passes through a floating-point number. */
async function insertRows(trx: Trx, { table, description, lines, importerId }: RowsToInsert): Promise<void> {
  const { name, of, users = [], without = [] } = table
  const columns = (description.tables.find((one) => one.name === name)?.columns ?? []).filter(
    (column) => !without.includes(column),
  )
  const values = columns.map((column) =>
    users.includes(column)
      ? sql`case when ${sql.ref(`r.${column}`)} is null then null else ${importerId}::uuid end`
      : sql.ref(`r.${column}`),
  )
  // Two funds of one owner share members.
  const isShared = of === 'members' ? sql`on conflict (id) do nothing` : sql``
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)}
    from jsonb_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::jsonb) r ${isShared}`.execute(
    trx,
  )
}

/** Throws unless every account and member that the description names is the importer's by now. */
async function requireOwn(trx: Trx, { accountIds, memberIds }: ArchiveDescription, importerId: string): Promise<void> {
  const { rows } = await sql<{ accounts: number; members: number }>`select
    (select count(*)::int from account where owner_id = ${importerId} and broker = ${archiveBrokerName}
      and id = any(${accountIds}::uuid[])) as accounts,
    (select count(*)::int from member where owner_id = ${importerId} and id = any(${memberIds}::uuid[])) as members
  `.execute(trx)
  const [found] = rows
  if (found?.accounts !== new Set(accountIds).size || found.members !== new Set(memberIds).size)
    throw new Refusal('archiveAlreadyHere')
}

async function compareFigures(trx: Trx, { fundId, figures }: ArchiveDescription): Promise<void> {
  const records = await readRecords(trx, await findFundAccount(trx, fundId))
  const [finding] = checkInvariants(records)
  const state = toState(records, await readMemberNames(trx, fundId))
  const difference = finding ?? findDifference(figures, archivedFiguresOf(state))
  if (difference !== undefined) throw new Refusal('archiveDiffers', { difference })
}
