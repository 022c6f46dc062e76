// Takes an uploaded statement and starts to read it.
import type { Readable } from 'node:stream'
import { type AccountStatement, Refusal } from '@clubfolio/contract'
import type { DateOrder } from '@clubfolio/domain'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import type { Session } from '../../kernel/session.ts'
import type { PooledServices } from '../../services.ts'
import { findFileAccount } from '../file-account/own-file-account.ts'
import { receiveUpload } from '../market/receive-upload.ts'
import { readStatementFile } from './read-statement-file.ts'
import { findStatementRecord, toStatement } from './statement-row.ts'
import { largestStatementBytes, mostPrepared } from './statement-limits.ts'

export interface StatementUpload {
  readonly accountId: string
  readonly name: string
  readonly dates: DateOrder | undefined
  readonly file: Readable
}

/** Throws `notFound`, `notFromFiles`, `tooManyPrepared`, `tooLarge`. */
export async function uploadStatement(
  services: PooledServices,
  session: Session,
  { accountId, name, dates, file }: StatementUpload,
  caller: Caller,
): Promise<AccountStatement> {
  const { db, clock, config, log } = services
  const account = await findFileAccount(db, session.userId, accountId)
  const { waiting } = await db
    .selectFrom('account_statement')
    .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
    .where('account_id', '=', account.id)
    .where('state', 'in', ['READING', 'NEEDS_MAPPING', 'PREPARED'])
    .executeTakeFirstOrThrow()
  if (waiting >= BigInt(mostPrepared)) throw new Refusal('tooManyPrepared', { most: mostPrepared })
  const received = await receiveUpload(config.dataDirectory, file, largestStatementBytes)
  const id = newId(clock)
  const fileName = plainLine(name, 200)
  try {
    await db
      .insertInto('account_statement')
      .values({
        id,
        account_id: account.id,
        state: 'READING',
        file_name: fileName,
        checksum: '',
        byte_count: 0n,
        file_path: received.path,
        date_order: dates ?? null,
        uploaded_at: new Date(clock.nowMs()),
        uploaded_by: session.userId,
        expires_at: null,
      })
      .execute()
    await writeAudit(db, clock, {
      actorId: session.userId,
      action: 'statement.upload',
      objectType: 'account',
      objectId: account.id,
      after: { statementId: id, file: fileName },
      requestId: caller.requestId,
      address: caller.address,
    })
  } catch (error) {
    await received.remove()
    throw error
  }
  void readStatementFile(services, {
    statementId: id,
    accountId: account.id,
    ownerId: session.userId,
    fileName,
    path: received.path,
    dates,
    mapping: undefined,
  })
    // A file whose columns need a meaning stays until it is mapped, discarded or forgotten.
    .then((outcome) => (outcome === 'NEEDS_MAPPING' ? undefined : received.remove()))
    .catch((error: unknown) => log.error({ err: error, statementId: id }, 'an uploaded statement could not be removed'))
  return toStatement(await findStatementRecord(db, account.id, id))
}
