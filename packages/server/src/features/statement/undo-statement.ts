// Undoes an imported statement as a whole, or discards one that is not imported. The statement and its lines stay with
// who undid it and when; what they added to the account is gone, except for bookings that another statement has too.
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { PooledServices } from '../../services.ts'
import { rebookFileAccount } from '../account-reading/rebook-file-account.ts'
import { countsBooking } from '../file-account/counted-line.ts'
import { findFileAccount, lockFileAccount, renewFileAccount } from '../file-account/own-file-account.ts'
import { removeStatementFile } from './remove-statement-file.ts'
import { findStatementRecord, stateOf } from './statement-row.ts'

export interface StatementToUndo {
  readonly accountId: string
  readonly statementId: string
}

/**
 * Throws `notFound`, `notFromFiles`, `statementUndone`, `statementNotReady`, and what the books of a fund refuse:
 * `statementInClosedPeriod`, `statementMatched`, `statementOpensFund`.
 */
export async function undoStatement(
  services: PooledServices,
  session: Session,
  { accountId, statementId }: StatementToUndo,
  caller: Caller,
): Promise<{ message: string }> {
  const { db, clock } = services
  const account = await findFileAccount(db, session.userId, accountId)
  let path: string | null = null
  const message = await inTransaction(db, async (trx) => {
    const locked = await lockFileAccount(trx, account.id)
    const statement = await findStatementRecord(trx, account.id, statementId)
    const state = stateOf(statement)
    if (state === 'UNDONE') throw new Refusal('statementUndone')
    if (state === 'READING' || state === 'IMPORTING')
      throw new Refusal('statementNotReady', { reason: 'work on it is running. Wait until it is done.' })
    const audit = (action: string) =>
      writeAudit(trx, clock, {
        actorId: session.userId,
        action,
        objectType: 'account',
        objectId: account.id,
        after: { statementId, file: statement.file_name },
        requestId: caller.requestId,
        address: caller.address,
      })
    if (state !== 'IMPORTED') {
      path = statement.file_path
      await trx.deleteFrom('account_statement').where('id', '=', statementId).execute()
      await audit('statement.discard')
      return 'The statement is discarded.'
    }
    await trx
      .updateTable('account_statement')
      .set({ state: 'UNDONE', undone_at: new Date(clock.nowMs()), undone_by: session.userId })
      .where('id', '=', statementId)
      .execute()
    await handLinesOver(trx, account.id, statementId)
    await renewFileAccount(trx, clock, account.id)
    await rebookFileAccount(services, trx, { account: locked, isUndo: true })
    await audit('statement.undo')
    return 'The statement is undone.'
  })
  await removeStatementFile(path)
  return { message }
}

/**
 * Takes the lines out of the count; bookings that other imported statements have count there from now on. `is true`
 * keeps the undone bookings out of the joins: a join that expects one of them would compare every line with all.
 */
async function handLinesOver(trx: Trx, accountId: string, statementId: string): Promise<void> {
  await sql`update account_statement_line set counts = false where statement_id = ${statementId} and counts`.execute(
    trx,
  )
  await sql`
    update account_statement_line as line set counts = true
    from (
      select distinct on (l.fingerprint) l.statement_id, l.position
      from account_statement s join account_statement_line l on l.statement_id = s.id
      where s.account_id = ${accountId} and s.state = 'IMPORTED' and not l.counts
        and (l.fingerprint in (select u.fingerprint from account_statement_line u
          where u.statement_id = ${statementId} and u.fingerprint is not null)) is true
        and not exists (select from account_statement_line k where ${countsBooking})
      order by l.fingerprint, s.imported_at, l.position
    ) as heir
    where line.statement_id = heir.statement_id and line.position = heir.position`.execute(trx)
}
