// Mails a period's statements at the request of the fund's owner: they are ordered in the transaction of the request,
// and `send-statements.ts` sends them afterwards.
import { Refusal, type BodyOf, type StatementMailing } from '@clubfolio/contract'
import { noFieldLeft } from '../../../db/to-columns.ts'
import type { AfterCommit, Caller } from '../../../kernel/handler.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { lockRow, readFund } from '../book/load-fund.ts'
import { concernedBy, orderStatements } from '../statement/order-statements.ts'
import { sendStatementsOf } from './send-statements.ts'

export type MailingFields = BodyOf<'fund', 'mailStatements'>

export interface MailingCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
  readonly afterCommit: AfterCommit
}

export async function mailStatements(
  { services, trx, session, caller, afterCommit }: MailingCall,
  { accountId, memberIds, from, to, again, ...rest }: MailingFields,
): Promise<StatementMailing> {
  noFieldLeft(rest)
  if (from > to) throw new Refusal('statementPeriod', { from, to })
  const { account, replay, records } = await readFund(services, session.userId, accountId, 'RECORD')
  if (to < records.opening.day) throw new Refusal('statementBeforeOpening', { from, to, day: records.opening.day })
  const { day } = await accountMarketTime(trx, services.clock, account.marketSource)
  if (to > day) throw new Refusal('statementAhead', { day, to })
  // Serialises simultaneous orders, so that the second sees the first.
  await lockRow(trx, accountId)
  const { ordered, skipped } = await orderStatements(trx, services.clock, {
    accountId,
    ownerId: account.ownerId,
    requestedBy: session.userId,
    from,
    to,
    memberIds: memberIds ?? concernedBy(replay, from, to),
    isAgain: again ?? false,
    audit: { actorId: session.userId, requestId: caller.requestId, address: caller.address },
  })
  if (memberIds && ordered.length + skipped.length !== new Set(memberIds).size) throw new Refusal('notFound')
  if (ordered.length > 0)
    afterCommit((services) =>
      services.background.start('statements', () =>
        sendStatementsOf(
          services,
          ordered.map(({ id }) => id),
        ),
      ),
    )
  return { queued: ordered.length, skipped, message: messageFor(ordered.length, skipped.length) }
}

function messageFor(queued: number, skipped: number): string {
  const sent =
    queued === 0
      ? 'No statement was mailed.'
      : queued === 1
        ? 'The statement is on its way.'
        : `${queued} statements are on their way.`
  return skipped === 0
    ? sent
    : `${sent} ${skipped === 1 ? '1 member gets none' : `${skipped} members get none`}; see below.`
}
