// The votes of a fund, for those who may read the fund and for a member. Totals appear when a vote has ended; who chose
// what is shown to the fund's readers in named votes that have ended, and to nobody in secret ones.
import { formatUnits, toUnitSteps } from '@clubfolio/domain'
import type { ManagedVote, MyVote, ParamsOf, Vote } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { memberNameSql } from '../member/member-name.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { readBallots } from './ballot-box.ts'

const mostListed = 100

export async function findVotes(services: Services, session: Session, accountId: string): Promise<ManagedVote[]> {
  const { db } = services
  await requireFund(services, session.userId, accountId)
  const votes = await readVotes(db, accountId)
  const named = votes.filter((vote) => vote.state === 'ENDED' && !vote.isSecret).map(({ id }) => id)
  const ballots =
    named.length === 0
      ? []
      : await db
          .selectFrom('fund_ballot as b')
          .innerJoin('member as m', 'm.id', 'b.member_id')
          .innerJoin('fund_vote_voter as r', (join) =>
            join.onRef('r.vote_id', '=', 'b.vote_id').onRef('r.member_id', '=', 'b.member_id'),
          )
          .select(['b.vote_id', 'b.choice_id', 'r.units_steps', memberNameSql('m').as('name')])
          .where('b.vote_id', 'in', named)
          .orderBy('name')
          .orderBy('b.member_id')
          .execute()
  return votes.map((vote) => ({
    ...vote,
    ballots: ballots
      .filter((row) => row.vote_id === vote.id)
      .map((row) => ({
        name: row.name,
        choiceId: row.choice_id,
        units: formatUnits(toUnitSteps(row.units_steps)),
      })),
  }))
}

export async function findMyVotes(
  services: Services,
  session: Session,
  { accountId, memberId }: ParamsOf<'fund', 'findMyVotes'>,
): Promise<MyVote[]> {
  const { db } = services
  await requireMyParticipation(db, session, { accountId, memberId })
  const votes = await readVotes(db, accountId)
  const rolls = await db
    .selectFrom('fund_vote_voter as r')
    .innerJoin('fund_vote as v', 'v.id', 'r.vote_id')
    .select('r.vote_id')
    .where('v.account_id', '=', accountId)
    .where('r.member_id', '=', memberId)
    .execute()
  const ownRolls = new Set(rolls.map((row) => row.vote_id))
  const found: MyVote[] = []
  for (const vote of votes) {
    const mayVote = ownRolls.has(vote.id)
    const [own] = mayVote
      ? ((await readBallots(services, db, { voteId: vote.id, isSecret: vote.isSecret, memberId })) ?? [])
      : []
    found.push({ ...vote, mayVote, hasVoted: own !== undefined, choiceId: own?.choiceId ?? null })
  }
  return found
}

/** Returns the open votes, those that end first at the front, then the others, newest first. */
async function readVotes(db: Db, accountId: string): Promise<Vote[]> {
  const votes = await db
    .selectFrom('fund_vote as v')
    .selectAll('v')
    .select(
      sql<number>`(select count(*) from fund_ballot b where b.vote_id = v.id)::int
        + (select count(*) from fund_secret_ballot b where b.vote_id = v.id)::int`.as('ballots'),
    )
    .where('v.account_id', '=', accountId)
    .orderBy(sql`v.state <> 'OPEN'`)
    .orderBy(sql`case when v.state = 'OPEN' then v.last_day end`)
    .orderBy('v.ended_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(mostListed)
    .execute()
  if (votes.length === 0) return []
  const choices = await db
    .selectFrom('fund_vote_choice')
    .selectAll()
    .where(
      'vote_id',
      'in',
      votes.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  return votes.map((vote) => ({
    id: vote.id,
    question: vote.question,
    details: vote.details,
    choices: choices
      .filter((choice) => choice.vote_id === vote.id)
      .map((choice) => ({
        id: choice.id,
        label: choice.label,
        votes: choice.votes,
        units: choice.units_steps === null ? null : formatUnits(toUnitSteps(choice.units_steps)),
        percent: choice.share === null ? null : choice.share / 100,
        isGreatest: choice.is_greatest,
      })),
    isSecret: vote.is_secret,
    byUnits: vote.by_units,
    recordDay: vote.record_day,
    lastDay: vote.last_day,
    openedAt: vote.opened_at.getTime(),
    state: vote.state,
    endedAt: vote.ended_at?.getTime() ?? null,
    reason: vote.reason,
    voters: vote.voters,
    cast: vote.cast_votes ?? (vote.state === 'OPEN' ? vote.ballots : 0),
    castPercent: vote.cast_share === null ? null : vote.cast_share / 100,
    isWithheld: vote.is_withheld,
  }))
}
