// Cancels an open vote: its ballots are deleted uncounted, and the reason is recorded. A vote is never ended early,
// because the person who ends it would choose the moment (docs/decisions/0089-secret-ballots.md).
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { lockBooks, type BooksCall } from '../book/change-books.ts'
import { destroySecretBallots } from './ballot-box.ts'
import { findVoterUsers, tellVoters } from './tell-voters.ts'

export async function cancelVote(
  call: BooksCall,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { services, trx, session, caller, accountId } = call
  await lockBooks(call, 'RECORD')
  const vote = await trx
    .selectFrom('fund_vote')
    .select(['state', 'question'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!vote) throw new Refusal('notFound')
  if (vote.state !== 'OPEN') throw new Refusal('voteOver')
  await markCancelled(services, trx, { id, accountId, question: vote.question, reason, userId: session.userId })
  await writeAudit(trx, services.clock, {
    actorId: session.userId,
    action: 'vote.cancel',
    objectType: 'fund',
    objectId: id,
    after: { accountId, reason },
    requestId: caller.requestId,
    address: caller.address,
  })
}

export interface CancelledVote {
  readonly id: string
  readonly accountId: string
  readonly question: string
  readonly reason: string
  /** Null for one that Clubfolio cancels by itself. */
  readonly userId: string | null
}

/** Cancels a vote whose row the caller holds, and notifies everybody on its roll. */
export async function markCancelled(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  { id, accountId, question, reason, userId }: CancelledVote,
): Promise<void> {
  const userIds = await findVoterUsers(trx, id)
  await trx.deleteFrom('fund_ballot').where('vote_id', '=', id).execute()
  await destroySecretBallots(trx, id)
  await trx
    .updateTable('fund_vote')
    .set({ state: 'CANCELLED', ended_at: new Date(services.clock.nowMs()), ended_by: userId, reason })
    .where('id', '=', id)
    .execute()
  await tellVoters(services, trx, {
    accountId,
    userIds,
    key: `vote ${id} over`,
    title: 'Vote cancelled',
    text: `"${question}" was cancelled: ${reason}`,
  })
}
