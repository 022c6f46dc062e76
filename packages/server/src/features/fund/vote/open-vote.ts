// Opens a vote: writes the question, its choices and the roll of the record day, and notifies everybody on the roll.
// The roll is fixed from here on; what is recorded later for the record day does not change it.
// Source: docs/rules/fund.md, "Votes".
import { Refusal, voteLimits, type BodyOf } from '@clubfolio/contract'
import { addCalendarDays, newYorkDateAt, replayOf, votingRoll } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { newId } from '../../../kernel/id.ts'
import { lockBooks, toDay, type BooksCall } from '../book/change-books.ts'
import type { Fund } from '../book/load-fund.ts'
import { makeVoteKey } from './ballot-box.ts'
import { findVoterUsers, tellVoters } from './tell-voters.ts'

export async function openVote(
  call: BooksCall,
  {
    question,
    details,
    choices,
    isSecret,
    byUnits,
    recordDay,
    lastDay,
    ...rest
  }: Omit<BodyOf<'fund', 'openVote'>, 'accountId'>,
): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, session, caller, accountId } = call
  const { clock } = services
  const fund = await lockBooks(call, 'RECORD')
  requireLastDay(newYorkDateAt(clock.nowMs()), lastDay)
  const roll = requireRoll(fund, recordDay, isSecret)
  const id = newId(clock)
  await trx
    .insertInto('fund_vote')
    .values({
      account_id: accountId,
      id,
      question,
      details,
      is_secret: isSecret,
      by_units: byUnits,
      record_day: recordDay,
      last_day: lastDay,
      opened_at: new Date(clock.nowMs()),
      opened_by: session.userId,
      reminded_at: null,
      ended_at: null,
      ended_by: null,
      reason: null,
      voters: roll.length,
      cast_votes: null,
      cast_share: null,
    })
    .execute()
  await trx
    .insertInto('fund_vote_choice')
    .values(
      choices.map((label, position) => ({
        vote_id: id,
        id: newId(clock),
        position,
        label,
        votes: null,
        units_steps: null,
        share: null,
      })),
    )
    .execute()
  await trx
    .insertInto('fund_vote_voter')
    .values(roll.map(({ memberId, units }) => ({ vote_id: id, member_id: memberId, units_steps: units })))
    .execute()
  if (isSecret) await makeVoteKey(services, trx, id)
  await tellVoters(services, trx, {
    accountId,
    userIds: await findVoterUsers(trx, id),
    key: `vote ${id}`,
    title: 'New vote',
    text: `${question} You can vote until the end of ${lastDay}, and change your vote until then.`,
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'vote.open',
    objectType: 'fund',
    objectId: id,
    after: { accountId, question, isSecret, byUnits, recordDay, lastDay, voters: roll.length },
    requestId: caller.requestId,
    address: caller.address,
  })
  return id
}

function requireLastDay(today: string, lastDay: string): void {
  const latest = addCalendarDays(toDay(today), voteLimits.daysMax)
  if (lastDay < today || lastDay > latest) throw new Refusal('voteLastDay', { from: today, to: latest })
}

/** Units of a day are known once it has a close. */
function requireRoll({ records }: Fund, recordDay: string, isSecret: boolean) {
  const from = records.opening.day
  const to = replayOf(records).valuations.at(-1)?.day ?? from
  if (recordDay < from || recordDay > to) throw new Refusal('voteRecordDay', { from, to })
  const roll = votingRoll(records, toDay(recordDay))
  if (roll.length === 0) throw new Refusal('voteWithoutVoters', { day: recordDay })
  if (isSecret && roll.length < voteLimits.secretMin)
    throw new Refusal('voteTooFewForSecret', { least: voteLimits.secretMin, day: recordDay, count: roll.length })
  return roll
}
