// The statements that were made for a member, in their own pages: each as it was mailed, also where its mail failed.
// When a member first opens one is recorded for the fund; the books and other members have no part in it.
import { Refusal, type IssuedStatement, type ParamsOf, type PrintedFile, type StatementSpan } from '@clubfolio/contract'
import type { z } from 'zod'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAccountsIssuer } from '../book/read-issuer.ts'
import { requireMyParticipation } from './my-participation.ts'
import { statementFileName } from './print-statement.ts'

/** Returns them newest first: of several for the same days, each. Throws `notFound` for anybody else's place. */
export async function findMyIssuedStatements(
  { db }: Services,
  session: Session,
  place: Pick<StatementSpan, 'accountId' | 'memberId'>,
): Promise<IssuedStatement[]> {
  await requireMyParticipation(db, session, place)
  const rows = await db
    .selectFrom('fund_statement_mail')
    .select(['id', 'from_day', 'to_day', 'requested_at', 'opened_at'])
    .where('account_id', '=', place.accountId)
    .where('member_id', '=', place.memberId)
    .where('content', 'is not', null)
    .orderBy('to_day', 'desc')
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: row.from_day,
    to: row.to_day,
    issuedAt: row.requested_at.getTime(),
    openedAt: row.opened_at?.getTime() ?? null,
  }))
}

/**
 * Returns the file exactly as it was made, and records when it was first asked for. Throws `notFound` for anybody
 * else's.
 */
export async function printMyIssuedStatement(
  { db, clock }: Services,
  session: Session,
  { accountId, memberId, statementId }: ParamsOf<'fund', 'printMyIssuedStatement'>,
): Promise<z.output<typeof PrintedFile>> {
  const { holder } = await requireMyParticipation(db, session, { accountId, memberId })
  const row = await db
    .updateTable('fund_statement_mail')
    .set((eb) => ({ opened_at: eb.fn.coalesce('opened_at', eb.val(new Date(clock.nowMs()))) }))
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('id', '=', statementId)
    .where('content', 'is not', null)
    .returning(['content', 'from_day as from', 'to_day as to'])
    .executeTakeFirst()
  if (!row?.content) throw new Refusal('notFound')
  const issuer = await readAccountsIssuer(db, accountId)
  return { fileName: statementFileName({ ...row, holder }, issuer), content: row.content.toString('base64') }
}
