// Keeps what the columns of a statement mean, for every file of the same headings, and reads the statement with it.
import { access } from 'node:fs/promises'
import { type AccountStatement, type BodyOf, Refusal } from '@clubfolio/contract'
import { mappingFaults, type ColumnMapping } from '@clubfolio/statement-files'
import type { Session } from '../../kernel/session.ts'
import type { PooledServices } from '../../services.ts'
import { findFileAccount } from '../file-account/own-file-account.ts'
import { readStatementFile } from './read-statement-file.ts'
import { removeStatementFile } from './remove-statement-file.ts'
import { findStatementRecord, toStatement } from './statement-row.ts'

/** Throws `notFound`, `statementNotMapped`, `mappingIncomplete`, `statementFileGone`. */
export async function mapStatement(
  services: PooledServices,
  session: Session,
  { accountId, statementId, mapping: meanings }: BodyOf<'fileAccount', 'mapStatement'>,
): Promise<AccountStatement> {
  const { db, clock, log } = services
  const account = await findFileAccount(db, session.userId, accountId)
  const statement = await findStatementRecord(db, account.id, statementId)
  if (statement.state !== 'NEEDS_MAPPING' || statement.head_signature === null) throw new Refusal('statementNotMapped')
  const mapping: ColumnMapping = { ...meanings, head: statement.head_signature }
  const faults = mappingFaults(mapping)
  if (faults.length > 0) throw new Refusal('mappingIncomplete', { faults: faults.join(' ') })
  const saved = { mapping: JSON.stringify(mapping), saved_at: new Date(clock.nowMs()) }
  await db
    .insertInto('column_mapping')
    .values({ owner_id: session.userId, head_signature: mapping.head, ...saved })
    .onConflict((conflict) => conflict.columns(['owner_id', 'head_signature']).doUpdateSet(saved))
    .execute()
  const path = statement.file_path
  if (path === null || !(await isThere(path))) {
    await db.deleteFrom('account_statement').where('id', '=', statement.id).execute()
    throw new Refusal('statementFileGone')
  }
  const taken = await db
    .updateTable('account_statement')
    .set({ state: 'READING', sample: null, expires_at: null })
    .where('id', '=', statement.id)
    .where('state', '=', 'NEEDS_MAPPING')
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new Refusal('statementNotMapped')
  void readStatementFile(services, {
    statementId: statement.id,
    accountId: account.id,
    ownerId: session.userId,
    fileName: statement.file_name,
    path,
    dates: statement.date_order ?? undefined,
    mapping,
  })
    .then(() => removeStatementFile(path))
    .catch((error: unknown) => log.error({ err: error, statementId }, 'an uploaded statement could not be removed'))
  return toStatement(await findStatementRecord(db, account.id, statement.id))
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
