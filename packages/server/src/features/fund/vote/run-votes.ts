// What is due in open votes: counts those whose last day is over, reminds members who have not voted on the day before
// the last one, and cancels secret votes whose ballots are gone, because a backup was restored meanwhile.
import { voteLimits } from '@clubfolio/contract'
import { addCalendarDays, countVotes, divideHalfEven, newYorkDateAt, toEpochMs, toMarketDay } from '@clubfolio/domain'
import { sql, type Selectable } from 'kysely'
import type { FundVoteTables } from '../../../db/tables/fund-vote-tables.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { destroySecretBallots, readBallots, type StoredBallot } from './ballot-box.ts'
import { markCancelled } from './cancel-vote.ts'
import { findVoterUsers, tellVoters } from './tell-voters.ts'

type VoteRow = Readonly<Selectable<FundVoteTables['fund_vote']>>

/** Does what is due and returns how many votes were looked at. */
export async function runVotes(services: Services): Promise<number> {
  const today = newYorkDateAt(services.clock.nowMs())
  const { rows } = await sql<{ id: string; owner_id: string; question: string }>`
    select v.id, a.owner_id, v.question from fund_vote v join account a on a.id = v.account_id
    where v.state = 'OPEN' and not ${isBackingOff('run-vote', sql`v.id::text`, services.clock)}
      and (v.last_day < ${today}::date
        or (v.reminded_at is null and v.last_day - 1 <= ${today}::date)
        or (v.is_secret and not exists (select from fund_vote_key k where k.id = v.id)))
    order by v.last_day, v.id`.execute(services.db)
  await runRows(services, 'run-vote', rows, {
    describe: ({ id, owner_id: ownerId, question }) => ({ id, ownerId, name: `Vote "${question}"` }),
    work: ({ id }) => inTransaction(services.db, (trx) => runVote(services, trx, id)),
  })
  return rows.length
}

const lostReason =
  'A backup was restored while this secret vote was open, and backups do not contain such ballots. Open it again.'

/** The vote is locked, so that a ballot at this moment is either counted or refused. */
async function runVote(services: Services, trx: Trx, id: string): Promise<void> {
  const vote = await trx.selectFrom('fund_vote').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (vote?.state !== 'OPEN') return
  const { account_id: accountId, question, last_day: lastDay, is_secret: isSecret } = vote
  const today = newYorkDateAt(services.clock.nowMs())
  const ballots = await readBallots(services, trx, { voteId: id, isSecret })
  if (!ballots) await markCancelled(services, trx, { id, accountId, question, reason: lostReason, userId: null })
  else if (lastDay < today) await endVote(services, trx, vote, ballots)
  else await remind(services, trx, vote)
}

async function remind({ clock }: Services, trx: Trx, vote: VoteRow): Promise<void> {
  const { id, account_id: accountId, question, last_day: lastDay } = vote
  const dayBefore = addCalendarDays(toMarketDay(lastDay), -1)
  // Somebody who was notified of the vote on the day before its last one, or later, has just read of it.
  if (newYorkDateAt(toEpochMs(vote.opened_at.getTime())) < dayBefore)
    await tellVoters({ clock }, trx, {
      accountId,
      userIds: await findVoterUsers(trx, id, { isWithoutBallot: true }),
      key: `vote ${id} reminder`,
      title: 'Vote ends soon',
      text: `${question} You can vote until the end of ${lastDay}.`,
    })
  await trx
    .updateTable('fund_vote')
    .set({ reminded_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .execute()
}

/** Counts the ballots, stores the result alone of a secret vote, and notifies everybody on the roll. */
async function endVote(services: Services, trx: Trx, vote: VoteRow, ballots: readonly StoredBallot[]): Promise<void> {
  const { id, is_secret: isSecret, by_units: byUnits } = vote
  const choices = await trx
    .selectFrom('fund_vote_choice')
    .select(['id', 'label'])
    .where('vote_id', '=', id)
    .orderBy('position')
    .execute()
  const roll = await trx
    .selectFrom('fund_vote_voter')
    .select(['member_id', 'units_steps'])
    .where('vote_id', '=', id)
    .execute()
  const units = new Map(roll.map((row) => [row.member_id, row.units_steps]))
  const isCoarse = isSecret && byUnits
  const count = countVotes(
    choices.map((choice) => choice.id),
    ballots.map(({ memberId, choiceId }) => ({
      choiceId,
      weight: byUnits ? (units.get(memberId) ?? 0n) : 1n,
    })),
    isCoarse ? 100 : 1,
  )
  const isWithheld = isSecret && count.votes > 0 && count.votes < voteLimits.secretMin
  if (!isWithheld)
    for (const choice of count.choices)
      await trx
        .updateTable('fund_vote_choice')
        .set({
          votes: isCoarse ? null : choice.votes,
          units_steps: byUnits && !isSecret ? choice.weight : null,
          share: choice.shareHundredths,
          is_greatest: choice.isGreatest,
        })
        .where('vote_id', '=', id)
        .where('id', '=', choice.choiceId)
        .execute()
  const onRoll = [...units.values()].reduce((sum, steps) => sum + steps, 0n)
  await trx
    .updateTable('fund_vote')
    .set({
      state: 'ENDED',
      ended_at: new Date(services.clock.nowMs()),
      cast_votes: count.votes,
      cast_share: byUnits && !isWithheld ? shareOf(count.weight, onRoll, isSecret ? 100 : 1) : null,
      is_withheld: isWithheld,
    })
    .where('id', '=', id)
    .execute()
  if (isSecret) await destroySecretBallots(trx, id)
  const greatest = count.choices
    .filter(({ isGreatest }) => isGreatest)
    .map(({ choiceId }) => choices.find((choice) => choice.id === choiceId)?.label ?? '')
  const outcome: Outcome = { votes: count.votes, isWithheld, what: byUnits ? 'units' : 'votes', greatest }
  await tellVoters(services, trx, {
    accountId: vote.account_id,
    userIds: await findVoterUsers(trx, id),
    key: `vote ${id} over`,
    title: 'Vote ended',
    text: `"${vote.question}" has ended. ${outcomeWords(outcome)}`,
  })
}

/** Hundredths of a percent, rounded half-even to a multiple of `step`. */
const shareOf = (part: bigint, whole: bigint, step: 1 | 100): number =>
  Number(divideHalfEven((10_000n / BigInt(step)) * part, whole)) * step

interface Outcome {
  readonly votes: number
  readonly isWithheld: boolean
  readonly what: 'votes' | 'units'
  readonly greatest: readonly string[]
}

function outcomeWords({ votes, isWithheld, what, greatest }: Outcome): string {
  if (votes === 0) return 'Nobody voted.'
  if (isWithheld) return 'Too few voted to keep it secret, so it has no result.'
  return greatest.length === 1 ? `Most ${what}: ${greatest[0]}.` : `Equal: ${greatest.join(', ')}.`
}
