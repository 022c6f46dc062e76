// The statements that were mailed, or are waiting to be, as the fund's owner sees them; each can be read exactly as it
// was sent.
import { Refusal, type MailedStatement } from '@clubfolio/contract'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { memberNameSql } from '../member/member-name.ts'
import { readAccountsIssuer } from '../book/read-issuer.ts'
import { statementFileName } from './print-statement.ts'

const mostShown = 500
const mostOfPeriod = 10_000

export async function findMailedStatements(
  { db, clock }: Services,
  session: Session,
  accountId: string,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): Promise<MailedStatement[]> {
  await requireFund({ db, clock }, session.userId, accountId)
  const rows = await db
    .selectFrom('fund_statement_mail as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select([
      's.id',
      's.member_id',
      memberNameSql('m').as('holder'),
      's.from_day',
      's.to_day',
      's.recipient',
      's.state',
      's.reason',
      's.requested_at',
      's.sent_at',
      's.opened_at',
    ])
    .select(({ eb }) => eb('s.allocation', 'is not', null).as('hasAllocation'))
    .where('s.account_id', '=', accountId)
    .$if(from !== undefined, (query) => query.where('s.from_day', '=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('s.to_day', '=', to ?? ''))
    .orderBy('s.requested_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(from === undefined && to === undefined ? mostShown : mostOfPeriod)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    holder: row.holder,
    from: row.from_day,
    to: row.to_day,
    recipient: row.recipient,
    state: row.state,
    reason: row.reason,
    requestedAt: row.requested_at.getTime(),
    sentAt: row.sent_at?.getTime() ?? null,
    openedAt: row.opened_at?.getTime() ?? null,
    hasAllocation: Boolean(row.hasAllocation),
  }))
}

/** Returns the file exactly as it was sent; a file that has not been made yet is treated as missing. */
export async function printMailedStatement(
  services: Services,
  session: Session,
  accountId: string,
  statementId: string,
): Promise<{ fileName: string; content: string }> {
  const { db } = services
  await requireFund(services, session.userId, accountId)
  const row = await db
    .selectFrom('fund_statement_mail as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select(['s.content', 's.from_day as from', 's.to_day as to', memberNameSql('m').as('holder')])
    .where('s.account_id', '=', accountId)
    .where('s.id', '=', statementId)
    .executeTakeFirst()
  if (!row?.content) throw new Refusal('notFound')
  const issuer = await readAccountsIssuer(services.db, accountId)
  return { fileName: statementFileName(row, issuer), content: row.content.toString('base64') }
}
