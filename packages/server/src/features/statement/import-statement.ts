// Takes in a prepared statement: one transaction marks the lines that count, books them, values the account and tells
// the fund, so that a statement counts as a whole or not at all.
import { createHash } from 'node:crypto'
import { type AccountStatement, type BodyOf, type OpeningContent, Refusal } from '@clubfolio/contract'
import { newYorkInstant, parseMarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Session } from '../../kernel/session.ts'
import type { PooledServices } from '../../services.ts'
import { rebookFileAccount } from '../account-reading/rebook-file-account.ts'
import { countsBooking } from '../file-account/counted-line.ts'
import {
  findFileAccount,
  lockFileAccount,
  renewFileAccount,
  type FileAccount,
} from '../file-account/own-file-account.ts'
import { startTask, type RunningTask } from '../task/write-task.ts'
import { countOutcomes } from './statement-counts.ts'
import { findStatementRecord, stateOf, toStatement } from './statement-row.ts'

/** Returns at once; the statement shows the progress. Throws `notFound`, `notFromFiles`, `statementNotReady`. */
export async function startImportStatement(
  services: PooledServices,
  session: Session,
  { accountId, statementId, opening }: BodyOf<'fileAccount', 'importStatement'>,
  caller: Caller,
): Promise<AccountStatement> {
  const { db, clock } = services
  const account = await findFileAccount(db, session.userId, accountId)
  const statement = await findStatementRecord(db, account.id, statementId)
  const obstacle = obstacleOf(statement.state, stateOf(statement), account)
  if (obstacle !== undefined) throw new Refusal('statementNotReady', { reason: obstacle })
  const task = await startTask(db, clock, {
    name: `Import statement ${statement.file_name}`,
    total: statement.line_count,
    ownerId: session.userId,
    onCancel: 'Nothing of this statement was taken in.',
  })
  // Of two imports at once, one finds the other's task.
  const taken = await db
    .updateTable('account_statement as s')
    .set({ task_id: task.id, reason: null })
    .where('s.id', '=', statement.id)
    .where('s.state', '=', 'PREPARED')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('task as t').whereRef('t.id', '=', 's.task_id').where('t.status', '=', 'RUNNING'))),
    )
    .returning('s.id')
    .executeTakeFirst()
  if (!taken) {
    await task.fail('Another import of this statement was running.')
    throw new Refusal('statementNotReady', { reason: 'It is being imported. Wait until it is done.' })
  }
  void importStatement(services, {
    account,
    statementId: statement.id,
    opening,
    task,
    importedBy: session.userId,
    caller,
  })
  return toStatement(await findStatementRecord(db, account.id, statement.id))
}

function obstacleOf(stored: string, state: string, { is_active: isActive }: FileAccount): string | undefined {
  if (!isActive) return 'its account is disabled. Enable it on the Accounts screen.'
  if (state === 'IMPORTING') return 'it is being imported. Wait until it is done.'
  if (stored === 'IMPORTED') return 'it has been imported.'
  if (stored === 'READING') return 'it is being read. Wait until it is prepared.'
  if (stored === 'NEEDS_MAPPING') return 'say first what its columns mean.'
  return stored === 'PREPARED' ? undefined : 'it is over. Upload the file again.'
}

interface ImportOptions {
  readonly account: FileAccount
  readonly statementId: string
  readonly opening: OpeningContent | undefined
  readonly task: RunningTask
  readonly importedBy: string
  readonly caller: Caller
}

/** Never rejects. */
async function importStatement(services: PooledServices, options: ImportOptions): Promise<void> {
  const { db, clock, log } = services
  const { account, statementId, opening, task, importedBy, caller } = options
  try {
    await inTransaction(db, async (trx) => {
      const locked = await lockFileAccount(trx, account.id)
      const { state } = await findStatementRecord(trx, account.id, statementId)
      if (state !== 'PREPARED') throw new Refusal('statementNotReady', { reason: 'it is over. Upload the file again.' })
      if (opening !== undefined) await addOpening(trx, { account: locked, statementId, opening })
      await countLines(trx, statementId)
      await renewFileAccount(trx, clock, account.id)
      await trx
        .updateTable('account_statement')
        .set({
          state: 'IMPORTED',
          imported_at: new Date(clock.nowMs()),
          imported_by: importedBy,
          expires_at: null,
          reason: null,
          preview: null,
          preview_version: null,
        })
        .where('id', '=', statementId)
        .execute()
      await rebookFileAccount(services, trx, {
        account: locked,
        onLines: async (done, total) => {
          await task.advance(done, Math.max(done, total))
        },
      })
      await trx
        .updateTable('account_statement')
        .set({ outcomes: JSON.stringify(await countOutcomes(trx, statementId)) })
        .where('id', '=', statementId)
        .execute()
      await writeAudit(trx, clock, {
        actorId: importedBy,
        action: 'statement.import',
        objectType: 'account',
        objectId: account.id,
        after: { statementId, hasOpening: opening !== undefined },
        requestId: caller.requestId,
        address: caller.address,
      })
    })
    await task.complete()
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error, statementId }, 'a statement could not be imported')
    const reason =
      error instanceof Refusal
        ? error.message
        : 'The import stopped, and nothing of this statement was taken in. Try it again.'
    await db
      .updateTable('account_statement')
      .set({ reason })
      .where('id', '=', statementId)
      .where('state', '=', 'PREPARED')
      .execute()
      .catch((failure: unknown) => log.error({ err: failure, statementId }, 'the end of an import was not kept'))
    await task.fail(error).catch(() => undefined)
  }
}

/** Marks the lines that count: those whose booking no other line of the account has. */
async function countLines(trx: Trx, statementId: string): Promise<void> {
  await sql`
    update account_statement_line l set counts = true
    where l.statement_id = ${statementId} and l.fingerprint is not null and not exists (
      select from account_statement_line k where ${countsBooking})`.execute(trx)
}

/** No line of a file has such a fingerprint. */
const openingMark = (statementId: string, part: string): string =>
  createHash('sha256').update(`opening ${statementId} ${part}`).digest('base64url')

interface AddOpeningOptions {
  readonly account: FileAccount
  readonly statementId: string
  readonly opening: OpeningContent
}

/** Adds what the account held before its first line as lines of the statement, so that an undo takes it back too. */
async function addOpening(trx: Trx, { account, statementId, opening }: AddOpeningOptions): Promise<void> {
  const day = parseMarketDay(opening.day)
  if (day === null) throw new Refusal('statementNotReady', { reason: 'the day of the opening is no day.' })
  const base = {
    statement_id: statementId,
    account_id: account.id,
    line: 0,
    text: 'Opening content',
    reason: 'Entered as the opening content.',
    day,
    occurred_at: new Date(newYorkInstant(day, 0)),
    settlement_day: null,
    reference: null,
    isin: null,
    name: null,
    asset_type: null,
    multiplier: '1',
    currency: account.currency,
    fee: '0',
    tax: '0',
    rate: null,
    ratio_from: null,
    ratio_to: null,
    balance: null,
    likeness: null,
    symbol: null,
    quantity: null,
    price: null,
    price_currency: null,
    amount: '0',
  } as const
  const cash = Number(opening.cash) === 0 ? [] : [opening.cash]
  await trx.deleteFrom('account_statement_line').where('statement_id', '=', statementId).where('line', '=', 0).execute()
  const rows = [
    ...cash.map((amount) => ({
      ...base,
      position: 0,
      fate: amount.startsWith('-') ? ('withdrawal' as const) : ('deposit' as const),
      description: 'Opening cash',
      amount,
      fingerprint: openingMark(statementId, 'cash'),
    })),
    ...opening.positions.map(({ symbol, quantity, price }, index) => ({
      ...base,
      position: -1 - index,
      fate: 'delivery' as const,
      description: `Opening position of ${symbol}`,
      symbol,
      quantity,
      price,
      price_currency: price === null ? null : account.currency,
      fingerprint: openingMark(statementId, String(index)),
    })),
  ]
  if (rows.length > 0) await trx.insertInto('account_statement_line').values(rows).execute()
}
