// Stores a member's choice in an open vote, in place of an earlier one, also of one that was recorded for them.
// Everything that is written beside a secret ballot says at most that the member voted: no audit record, one answer for
// every choice, and a request that is not hashed under its key (the route is `secret`).
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { findRecorder, putBallot } from './ballot-box.ts'

export interface VoterCall {
  readonly services: Pick<Services, 'clock' | 'secrets'>
  readonly trx: Trx
  readonly session: Session
}

/** Returns the user whose recorded ballot the member's own one takes the place of; undefined without one. */
export async function castVote(
  { services, trx, session }: VoterCall,
  { accountId, memberId, id: voteId, choiceId }: BodyOf<'fund', 'castVote'>,
): Promise<string | undefined> {
  await requireMyParticipation(trx, session, { accountId, memberId })
  // Many vote at once; counting and cancelling wait for all of them, and they for those.
  const vote = await trx
    .selectFrom('fund_vote')
    .select(['state', 'last_day', 'is_secret'])
    .where('id', '=', voteId)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  if (!vote) throw new Refusal('notFound')
  if (vote.state !== 'OPEN' || vote.last_day < newYorkDateAt(services.clock.nowMs())) throw new Refusal('voteOver')
  const voter = await trx
    .selectFrom('fund_vote_voter')
    .select('member_id')
    .where('vote_id', '=', voteId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!voter) throw new Refusal('voteNotYours')
  const choice = await trx
    .selectFrom('fund_vote_choice')
    .select('id')
    .where('vote_id', '=', voteId)
    .where('id', '=', choiceId)
    .executeTakeFirst()
  if (!choice) throw new Refusal('notFound')
  const recorder = vote.is_secret ? undefined : await findRecorder(trx, { voteId, memberId })
  if (!(await putBallot(services, trx, { voteId, memberId, choiceId, isSecret: vote.is_secret })))
    throw new Refusal('voteOver')
  return recorder
}
