// What a member's home shows of one fund besides the figures of their part. Everything comes from the replay that
// Account Mapping and the statements use, and nothing of another member is in it (docs/rules/access.md, "Ownership").
import { Refusal, type MyHome, type ParamsOf } from '@clubfolio/contract'
import { type Cents, formatCents, holderHistory, type HolderHistoryPoint, type FundReplay } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAnyFund } from '../book/load-fund.ts'
import { readAccountsIssuer } from '../book/read-issuer.ts'
import { memberNameSql } from '../member/member-name.ts'
import { closeMs } from '../performance/read-profit-history.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { statementFileName } from '../statement/print-statement.ts'
import { linesOfHolder } from '../statement/read-statement.ts'

const mostStatements = 500

/** Throws `notFound`, also for anybody else's place. */
export async function findMyHome(
  services: Services,
  session: Session,
  place: ParamsOf<'fund', 'findMyHome'>,
): Promise<MyHome> {
  await requireMyParticipation(services.db, session, place)
  const { replay } = await readAnyFund(services, place.accountId)
  const points = whileHeld(replay, holderHistory(replay, place.memberId))
  const dollars = (day: HolderHistoryPoint['day'], cents: Cents): [number, number] => [
    closeMs(day),
    Number(formatCents(cents)),
  ]
  const statements = await sentToMe(services, session, place)
    .select(['s.id', 's.from_day', 's.to_day', 's.sent_at'])
    .orderBy('s.sent_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostStatements)
    .execute()
  return {
    history: points.map(({ day, valueCents }) => dollars(day, valueCents)),
    payments: points.filter(({ paidCents }) => paidCents !== 0n).map(({ day, paidCents }) => dollars(day, paidCents)),
    entries: linesOfHolder(replay, place.memberId),
    statements: statements.map((row) => ({
      id: row.id,
      from: row.from_day,
      to: row.to_day,
      sentAt: row.sent_at?.getTime() ?? null,
    })),
  }
}

/** Leaves out the closes after the one at which the last unit had left. */
function whileHeld({ day }: FundReplay, points: readonly HolderHistoryPoint[]): readonly HolderHistoryPoint[] {
  const last = points.findLast(({ valueCents, paidCents }) => valueCents !== 0n || paidCents !== 0n)
  return points.filter((point) => point.day <= (last?.day ?? day))
}

/** Returns the file exactly as it was mailed to the member; throws `notFound` for everybody else's. */
export async function printMyMailedStatement(
  services: Services,
  session: Session,
  { statementId, ...place }: ParamsOf<'fund', 'printMyMailedStatement'>,
): Promise<{ fileName: string; content: string }> {
  await requireMyParticipation(services.db, session, place)
  const row = await sentToMe(services, session, place)
    .select(['s.content', 's.from_day as from', 's.to_day as to', memberNameSql('m').as('holder')])
    .where('s.id', '=', statementId)
    .executeTakeFirst()
  if (!row?.content) throw new Refusal('notFound')
  const issuer = await readAccountsIssuer(services.db, place.accountId)
  return { fileName: statementFileName(row, issuer), content: row.content.toString('base64') }
}

/** The statements that were mailed to a member whom this user is linked to. */
const sentToMe = ({ db }: Services, { userId }: Session, { accountId, memberId }: ParamsOf<'fund', 'findMyHome'>) =>
  db
    .selectFrom('fund_statement_mail as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .where('m.user_id', '=', userId)
    .where('s.account_id', '=', accountId)
    .where('s.member_id', '=', memberId)
    .where('s.state', '=', 'sent')
