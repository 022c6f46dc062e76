// Records the ballot that a member gave on paper or at a meeting, in a named vote: of a secret one only the member may
// know the choice (docs/decisions/0089-secret-ballots.md). What a member has cast is never changed by somebody else.
// Source: docs/rules/fund.md, "Votes".
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { lockBooks, type BooksCall } from '../book/change-books.ts'
import { memberNameSql } from '../member/member-name.ts'
import { fundName } from '../role/tell-approval.ts'
import { putRecordedBallot } from './ballot-box.ts'

/** Returns the name of the member. */
export async function recordBallot(
  call: BooksCall,
  { id: voteId, memberId, choiceId, ...rest }: Omit<BodyOf<'fund', 'recordBallot'>, 'accountId'>,
): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, session, caller, accountId } = call
  const { clock } = services
  await lockBooks(call, 'RECORD')
  const vote = await trx
    .selectFrom('fund_vote')
    .select(['question', 'state', 'record_day', 'last_day', 'is_secret'])
    .where('id', '=', voteId)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  if (!vote) throw new Refusal('notFound')
  if (vote.is_secret) throw new Refusal('voteSecret')
  if (vote.state !== 'OPEN' || vote.last_day < newYorkDateAt(clock.nowMs())) throw new Refusal('voteOver')
  const voter = await trx
    .selectFrom('fund_vote_voter as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select(['m.user_id', memberNameSql('m').as('name')])
    .where('r.vote_id', '=', voteId)
    .where('r.member_id', '=', memberId)
    .executeTakeFirst()
  if (!voter) throw new Refusal('voteNotOnRoll', { day: vote.record_day })
  const choice = await trx
    .selectFrom('fund_vote_choice')
    .select('label')
    .where('vote_id', '=', voteId)
    .where('id', '=', choiceId)
    .executeTakeFirst()
  if (!choice) throw new Refusal('notFound')
  const isStored = await putRecordedBallot(services, trx, { voteId, memberId, choiceId, recordedBy: session.userId })
  if (!isStored) throw new Refusal('voteCastByMember', { name: voter.name })
  if (voter.user_id !== null)
    await recordNotification(trx, clock, {
      userId: voter.user_id,
      kind: 'VOTE',
      // A ballot can be recorded again, and the member reads of each.
      key: `vote ${voteId} recorded ${caller.requestId}`,
      title: 'Your vote was recorded',
      text:
        `${await fundName(trx, accountId)}: your vote in "${vote.question}" was recorded as ${choice.label}. ` +
        `If you vote in Clubfolio by the end of ${vote.last_day}, that counts in its place.`,
      link: `/my-funds?fund=${accountId}`,
    })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'vote.record',
    objectType: 'fund',
    objectId: voteId,
    after: { accountId, memberId, choiceId },
    requestId: caller.requestId,
    address: caller.address,
  })
  return voter.name
}
