// The votes of a fund, for those who may read the fund and for a member. Totals appear when a vote has ended; who chose
// what is shown to the fund's readers in named votes that have ended, and to nobody in secret ones. While a named vote
// is open they see who has voted, so that a ballot given on paper can be recorded.
import { formatUnits, toUnitSteps } from '@clubfolio/domain'
import type { ManagedVote, MyVote, ParamsOf, Vote } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { memberNameSql } from '../member/member-name.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { findRecorder, readBallots } from './ballot-box.ts'

const mostListed = 100
const recorderSql = sql<string | null>`u.first_name || ' ' || u.last_name`.as('recorded_by')

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
          .leftJoin('app_user as u', 'u.id', 'b.recorded_by')
          .select(['b.vote_id', 'b.choice_id', 'r.units_steps', memberNameSql('m').as('name')])
          .select(recorderSql)
          .where('b.vote_id', 'in', named)
          .orderBy('name')
          .orderBy('b.member_id')
          .execute()
  const rolls = await readRolls(db, votes)
  return votes.map((vote) => ({
    ...vote,
    ballots: ballots
      .filter((row) => row.vote_id === vote.id)
      .map((row) => ({
        name: row.name,
        choiceId: row.choice_id,
        units: formatUnits(toUnitSteps(row.units_steps)),
        recordedBy: row.recorded_by,
      })),
    roll: rolls.get(vote.id) ?? [],
  }))
}

/** Returns who may vote in the open ones, by name; of a secret vote without who has. */
async function readRolls(db: Db, votes: readonly Vote[]): Promise<ReadonlyMap<string, ManagedVote['roll']>> {
  const open = votes.filter(({ state }) => state === 'OPEN')
  if (open.length === 0) return new Map()
  const rows = await db
    .selectFrom('fund_vote_voter as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .leftJoin('fund_ballot as b', (join) =>
      join.onRef('b.vote_id', '=', 'r.vote_id').onRef('b.member_id', '=', 'r.member_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'b.recorded_by')
    .select(['r.vote_id', 'r.member_id', 'm.user_id', 'b.choice_id', memberNameSql('m').as('name')])
    .select(recorderSql)
    .where(
      'r.vote_id',
      'in',
      open.map(({ id }) => id),
    )
    .orderBy('name')
    .orderBy('r.member_id')
    .execute()
  return new Map(
    open.map(({ id, isSecret }) => [
      id,
      rows
        .filter((row) => row.vote_id === id)
        .map((row) => ({
          memberId: row.member_id,
          name: row.name,
          hasUser: row.user_id !== null,
          hasVoted: isSecret ? null : row.choice_id !== null,
          recordedBy: row.recorded_by,
        })),
    ]),
  )
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
    const recordedBy = own && !vote.isSecret ? await findRecorder(db, { voteId: vote.id, memberId }) : undefined
    found.push({
      ...vote,
      mayVote,
      hasVoted: own !== undefined,
      choiceId: own?.choiceId ?? null,
      recordedBy: recordedBy ?? null,
    })
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
