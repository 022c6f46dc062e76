// Votes through the API: each member once, changeable until the end, counted by heads or by units of the record day.
import type { BodyOf, MyVote } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runFundUpkeep } from '../../../jobs/fund-job.ts'
import { giveRole } from '../../../testing/fund-roles.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { cents } from '../../../testing/factories.ts'
import { startTestApp, testStartMs, type TestApp } from '../../../testing/test-app.ts'
import {
  makeClubMember,
  makeVotingClub,
  signInMember,
  type ClubMember,
  type VotingClub,
} from '../../../testing/voting-club.ts'

const dayMs = 86_400_000
const today = '2026-03-04'
let app: TestApp
let club: VotingClub
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set(testStartMs)
  club = await makeVotingClub(app, 4)
})

const open = (fields: Partial<BodyOf<'fund', 'openVote'>> = {}, by = club.manager) =>
  by.client.fund.openVote({
    body: {
      accountId: club.account.id,
      question: 'Shall we buy the boat?',
      details: '',
      choices: ['Yes', 'No', 'Later'],
      isSecret: true,
      byUnits: false,
      recordDay: '2026-03-03',
      lastDay: '2026-03-06',
      ...fields,
    },
  })
const mine = ({ client, memberId }: ClubMember) =>
  client.fund.findMyVotes({ params: { accountId: club.account.id, memberId } })
const cast = async (member: ClubMember, id: string, label: string) => {
  const { choices } = (await mine(member)).find((vote) => vote.id === id)!
  return member.client.fund.castVote({
    body: {
      accountId: club.account.id,
      memberId: member.memberId,
      id,
      choiceId: choices.find((choice) => choice.label === label)!.id,
    },
  })
}
const managed = async () => club.manager.client.fund.findVotes({ params: { accountId: club.account.id } })
const labelOf = ({ choices, choiceId }: MyVote) => choices.find(({ id }) => id === choiceId)?.label ?? null
/** To the last day and over it, at noon in New York. */
async function passTo(days: number): Promise<void> {
  app.clock.set(testStartMs + days * dayMs)
  await runFundUpkeep(app.services)
}
/** A session ends after twelve hours, so what is read later is read by a fresh one. */
const again = async () => {
  club = { ...club, manager: await app.signIn(club.manager.email) }
}
const result = async () => {
  await again()
  const [vote] = await managed()
  return vote!.choices.map(({ label, votes, units, percent, isGreatest }) =>
    [label, votes, units, percent, ...(isGreatest ? ['front'] : [])].join(' '),
  )
}
const newsOf = async (userId: string) =>
  (
    await app.services.db
      .selectFrom('notification')
      .select(['title', 'text'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'VOTE')
      .orderBy('position')
      .execute()
  ).map(({ title, text }) => `${title}: ${text}`)

describe('a vote', () => {
  test('is cast once a member, is changed until the end, and the last choice counts', async () => {
    const { id } = await open({ isSecret: false })
    const [ann, ben, cem] = club.members
    await cast(ann!, id, 'Yes')
    await cast(ann!, id, 'No')
    await cast(ben!, id, 'No')
    await cast(cem!, id, 'Yes')
    expect((await mine(ann!)).map(labelOf)).toEqual(['No'])
    expect(await managed()).toMatchObject([{ state: 'OPEN', cast: 3, voters: 4, ballots: [] }])
    await passTo(3)
    expect(await result()).toEqual(['Yes 1  33.33', 'No 2  66.67 front', 'Later 0  0'])
    expect((await newsOf(ann!.userId)).at(-1)).toMatch(/"Shall we buy the boat\?" has ended\. Most votes: No\.$/)
  })

  test('by units weighs exactly what each held at the end of the record day', async () => {
    const { id } = await open({ isSecret: false, byUnits: true })
    const [ann, ben, cem] = club.members
    await cast(ann!, id, 'Yes')
    await cast(ben!, id, 'Yes')
    await cast(cem!, id, 'No')
    await passTo(3)
    expect(await result()).toEqual(['Yes 2 3.00000000 50 front', 'No 1 3.00000000 50 front', 'Later 0 0.00000000 0'])
    expect((await managed())[0]).toMatchObject({
      castPercent: 60,
      ballots: [
        { name: 'Voter0 Club', units: '1.00000000' },
        { name: 'Voter1 Club', units: '2.00000000' },
        { name: 'Voter2 Club', units: '3.00000000' },
      ].map((one) => ({ ...one, name: expect.stringContaining(one.name) as string })),
    })
  })

  test('shows no totals while it is open, to nobody', async () => {
    const { id } = await open({ isSecret: false, byUnits: true })
    await cast(club.members[0]!, id, 'Yes')
    const [seen] = await mine(club.members[1]!)
    for (const vote of [seen!, (await managed())[0]!])
      expect(vote.choices.map(({ votes, units, percent, isGreatest }) => [votes, units, percent, isGreatest])).toEqual(
        Array.from({ length: 3 }, () => [null, null, null, false]),
      )
  })

  test('ends at the end of its last day in New York: a ballot a moment before counts, one after is refused', async () => {
    const { id } = await open({ lastDay: today, isSecret: false })
    const [ann, ben] = club.members
    const [choice] = (await mine(ann!))[0]!.choices
    const body = (member: ClubMember) => ({
      body: { accountId: club.account.id, memberId: member.memberId, id, choiceId: choice!.id },
    })
    // Midnight in New York is 05:00 in UTC.
    app.clock.set(Date.parse('2026-03-05T04:59:59Z'))
    const [late, tooLate] = [await signInMember(app, ann!), await signInMember(app, ben!)]
    await late.client.fund.castVote(body(late))
    app.clock.set(Date.parse('2026-03-05T05:00:00Z'))
    expect(await refusalOf(tooLate.client.fund.castVote(body(tooLate)))).toBe('409 voteOver')
    await runFundUpkeep(app.services)
    expect(await result()).toEqual(['Yes 1  100 front', 'No 0  0', 'Later 0  0'])
  })

  test('is for those who held units on the record day, not for who joined since, and also for who left', async () => {
    const { id: before } = await open({ question: 'Old roll?', isSecret: false })
    const [ann] = club.members
    const late = await makeClubMember(app, club.manager, 9)
    const entry = { accountId: club.account.id, date: today, description: 'x' }
    await club.manager.client.member.createContribution({
      body: { ...entry, memberId: late.memberId, amount: cents('50.00') },
    })
    await club.manager.client.member.createRetribution({
      body: { ...entry, memberId: ann!.memberId, amount: cents('10.00') },
    })
    await cast(ann!, before, 'Yes')
    expect(await mine(late)).toMatchObject([{ mayVote: false, voters: 4 }])
    expect(await refusalOf(cast(late, before, 'Yes'))).toBe('409 voteNotYours')
  })

  test('notifies everybody on the roll, and on the day before the last one those who have not voted, once', async () => {
    const { id } = await open({ isSecret: true })
    const [ann, ben] = club.members
    await cast(ann!, id, 'Yes')
    await runFundUpkeep(app.services)
    expect(await newsOf(ben!.userId)).toEqual([
      expect.stringMatching(/^New vote: .*: Shall we buy the boat\? You can vote until the end of 2026-03-06, and/),
    ])
    await passTo(1)
    await passTo(1)
    expect(await newsOf(ben!.userId)).toEqual([
      expect.stringMatching(/^New vote/),
      expect.stringMatching(/^Vote ends soon: .*: Shall we buy the boat\? You can vote until the end of 2026-03-06\.$/),
    ])
    expect(await newsOf(ann!.userId)).toHaveLength(1)
    const mails = await app.services.db.selectFrom('notification_delivery').select('user_id').execute()
    expect(mails.filter((row) => row.user_id === ben!.userId)).toHaveLength(2)
  })

  test('that is cancelled says why to everybody on the roll, counts nothing and takes no more ballots', async () => {
    const { id } = await open({ isSecret: false })
    const [ann, ben] = club.members
    await cast(ann!, id, 'Yes')
    const cancel = () =>
      club.manager.client.fund.cancelVote({ body: { accountId: club.account.id, id, reason: 'The boat is sold.' } })
    await cancel()
    expect(await managed()).toMatchObject([
      { state: 'CANCELLED', reason: 'The boat is sold.', cast: 0, ballots: [], choices: [{ votes: null }, {}, {}] },
    ])
    expect((await newsOf(ben!.userId)).at(-1)).toMatch(/^Vote cancelled: .*was cancelled: The boat is sold\.$/)
    expect(await refusalOf(cast(ann!, id, 'No'))).toBe('409 voteOver')
    expect(await refusalOf(cancel())).toBe('409 voteOver')
    expect(await app.services.db.selectFrom('fund_ballot').selectAll().where('vote_id', '=', id).execute()).toEqual([])
  })

  test('is in the history of the fund with its turnout, and never with who voted', async () => {
    const { id } = await open({ isSecret: false })
    await cast(club.members[0]!, id, 'Yes')
    await passTo(3)
    await again()
    const { result: lines } = await club.manager.client.fund.findHistory({
      body: { accountId: club.account.id, kind: 'VOTE', start: 0, count: 10 },
    })
    expect(lines.map(({ words, day, by, holders }) => ({ words, day, by, holders }))).toEqual([
      { words: 'Vote ended, 1 of 4 voted: Shall we buy the boat?', day: '2026-03-06', by: null, holders: [] },
      {
        words: 'Vote opened, to end on 2026-03-06: Shall we buy the boat?',
        day: today,
        by: 'Maria Example',
        holders: [],
      },
    ])
  })

  test('is opened by the owner and a treasurer, read by an auditor, and neither by a member', async () => {
    const treasurer = await giveRole(app, club.manager, club.account.id, 'TREASURER')
    const auditor = await giveRole(app, club.manager, club.account.id, 'AUDITOR')
    await open({}, treasurer)
    expect(await refusalOf(open({}, auditor))).toBe('404 notFound')
    expect(await auditor.client.fund.findVotes({ params: { accountId: club.account.id } })).toHaveLength(1)
    const [ann] = club.members
    expect(await refusalOf(open({}, { ...club.manager, client: ann!.client }))).toBe('404 notFound')
    expect(await refusalOf(ann!.client.fund.findVotes({ params: { accountId: club.account.id } }))).toBe('404 notFound')
  })

  test('is refused with a last day that is over, a record day without a close, or nobody to vote', async () => {
    expect(await refusalOf(open({ lastDay: '2026-03-03' }))).toBe('400 voteLastDay')
    expect(await refusalOf(open({ lastDay: '2027-03-06' }))).toBe('400 voteLastDay')
    expect(await refusalOf(open({ recordDay: today }))).toBe('400 voteRecordDay')
    expect(await refusalOf(open({ recordDay: '2026-02-20' }))).toBe('400 voteRecordDay')
    expect(await refusalOf(open({ choices: ['Yes'] }))).toMatch(/^400/)
    expect(await refusalOf(open({ choices: ['Yes', 'yes'] }))).toMatch(/^400/)
    expect(await refusalOf(open({ choices: Array.from({ length: 13 }, (_one, index) => `${index}`) }))).toMatch(/^400/)
  })
})

test('a member votes for nobody else, in no other fund, and reads nothing of another member', async () => {
  const { id } = await open({ isSecret: false })
  const [ann, ben] = club.members
  const [choice] = (await mine(ann!))[0]!.choices
  const body = { accountId: club.account.id, memberId: ben!.memberId, id, choiceId: choice!.id }
  expect(await refusalOf(ann!.client.fund.castVote({ body }))).toBe('404 notFound')
  expect(await refusalOf(ann!.client.fund.castVote({ body: { ...body, memberId: ann!.memberId, choiceId: id } }))).toBe(
    '404 notFound',
  )
  const elsewhere = await makeVotingClub(app, 1)
  const [stranger] = elsewhere.members
  expect(
    await refusalOf(
      stranger!.client.fund.castVote({
        body: { ...body, accountId: elsewhere.account.id, memberId: stranger!.memberId },
      }),
    ),
  ).toBe('404 notFound')
  await cast(ben!, id, 'Later')
  await passTo(3)
  const { client } = await signInMember(app, ann!)
  const seen = await client.fund.findMyVotes({ params: { accountId: club.account.id, memberId: ann!.memberId } })
  expect(seen).toMatchObject([{ state: 'ENDED', hasVoted: false, choiceId: null }])
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`Voter|Club|ballots|${ben!.memberId}|${ben!.userId}`))
})

describe('a ballot given on paper or at a meeting', () => {
  const record = async (member: Pick<ClubMember, 'memberId'>, id: string, label: string, by = club.manager) => {
    const { choices } = (await managed()).find((vote) => vote.id === id)!
    return by.client.fund.recordBallot({
      body: {
        accountId: club.account.id,
        id,
        memberId: member.memberId,
        choiceId: choices.find((choice) => choice.label === label)!.id,
      },
    })
  }
  const auditOf = (id: string) =>
    app.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'vote.record')
      .where('object_id', '=', id)
      .orderBy('at')
      .execute()

  test('is recorded for a member without a user, counts, and says who recorded it', async () => {
    const { id } = await open({ isSecret: false })
    const [ann, ben] = club.members
    await app.services.db.updateTable('member').set({ user_id: null }).where('id', '=', ann!.memberId).execute()
    const roll = async () =>
      (await managed())[0]!.roll.map(({ name, hasUser, hasVoted, recordedBy }) =>
        [name.split(' ')[0], hasUser, hasVoted, recordedBy].join(' '),
      )
    await cast(ben!, id, 'Yes')
    expect(await roll()).toEqual([
      'Voter0 false false ',
      'Voter1 true true ',
      'Voter2 true false ',
      'Voter3 true false ',
    ])
    app.clock.advance(60_000)
    await record(ann!, id, 'Yes')
    app.clock.advance(60_000)
    expect(await record(ann!, id, 'No')).toMatchObject({
      message: expect.stringMatching(/^The vote of Voter0 Club\d+ is recorded\.$/) as string,
    })
    expect((await roll())[0]).toBe('Voter0 false true Maria Example')
    expect((await managed())[0]!.choices.map(({ votes }) => votes)).toEqual([null, null, null])
    const audit = await auditOf(id)
    expect(audit.map(({ actor_id: actor }) => actor)).toEqual([club.manager.user.id, club.manager.user.id])
    expect(audit[1]!.after).toMatchObject({ accountId: club.account.id, memberId: ann!.memberId })
    const { result: lines } = await club.manager.client.fund.findHistory({
      body: { accountId: club.account.id, kind: 'VOTE', start: 0, count: 10 },
    })
    expect(lines.map(({ words, by, holders }) => [words, by, holders.length].join(' '))).toEqual([
      'Ballot recorded for a member: Shall we buy the boat? Maria Example 1',
      'Ballot recorded for a member: Shall we buy the boat? Maria Example 1',
      'Vote opened, to end on 2026-03-06: Shall we buy the boat? Maria Example 0',
    ])
    await passTo(3)
    expect(await result()).toEqual(['Yes 1  50 front', 'No 1  50 front', 'Later 0  0'])
    const [ended] = await managed()
    expect(ended!.ballots.map(({ recordedBy }) => recordedBy)).toEqual(['Maria Example', null])
    expect(ended!.roll).toEqual([])
  })

  test('is shown to the member and takes the second place to their own vote, which nobody else changes', async () => {
    const { id } = await open({ isSecret: false })
    const [ann, ben] = club.members
    await record(ann!, id, 'No')
    expect(await mine(ann!)).toMatchObject([{ hasVoted: true, recordedBy: 'Maria Example' }])
    expect((await mine(ann!)).map(labelOf)).toEqual(['No'])
    expect(await mine(ben!)).toMatchObject([{ hasVoted: false, recordedBy: null }])
    expect((await newsOf(ann!.userId)).at(-1)).toMatch(
      /^Your vote was recorded: .*: your vote in "Shall we buy the boat\?" was recorded as No\. If you vote in Clubfolio/,
    )
    expect(await cast(ann!, id, 'Yes')).toEqual({
      message:
        'Your vote is recorded. You can change it until the vote ends. It counts in place of the one that Maria ' +
        'Example recorded.',
    })
    expect(await mine(ann!)).toMatchObject([{ hasVoted: true, recordedBy: null }])
    expect(await cast(ann!, id, 'Yes')).toEqual({
      message: 'Your vote is recorded. You can change it until the vote ends.',
    })
    expect(await refusalOf(record(ann!, id, 'No'))).toBe('409 voteCastByMember')
    expect((await mine(ann!)).map(labelOf)).toEqual(['Yes'])
    expect(await auditOf(id)).toHaveLength(1)
  })

  test('and the vote of the member at the same moment leave the one of the member', async () => {
    const { id } = await open({ isSecret: false })
    await Promise.all(
      club.members.flatMap((member) => [
        cast(member, id, 'Yes'),
        record(member, id, 'No').catch((error: unknown) => error),
      ]),
    )
    await passTo(3)
    expect(await result()).toEqual(['Yes 4  100 front', 'No 0  0', 'Later 0  0'])
  })

  test('of a secret vote cannot be recorded, and nothing of the attempt is kept', async () => {
    const { id } = await open({ isSecret: true })
    expect(await refusalOf(record(club.members[0]!, id, 'Yes'))).toBe('409 voteSecret')
    expect(await auditOf(id)).toEqual([])
    for (const table of ['fund_ballot', 'fund_secret_ballot'] as const)
      expect(await app.services.db.selectFrom(table).selectAll().where('vote_id', '=', id).execute()).toEqual([])
    expect((await managed())[0]!.roll.map(({ hasVoted }) => hasVoted)).toEqual([null, null, null, null])
  })

  test('is recorded by the owner and a treasurer alone, for the roll of this fund, until the vote is over', async () => {
    const { id } = await open({ isSecret: false })
    const [ann] = club.members
    const role = (name: 'TREASURER' | 'APPROVER' | 'AUDITOR') => giveRole(app, club.manager, club.account.id, name)
    await record(ann!, id, 'Yes', await role('TREASURER'))
    for (const by of [await role('APPROVER'), await role('AUDITOR'), { ...club.manager, client: ann!.client }])
      expect(await refusalOf(record(ann!, id, 'No', by))).toBe('404 notFound')
    const elsewhere = await makeVotingClub(app, 1)
    expect(await refusalOf(record(elsewhere.members[0]!, id, 'No'))).toBe('409 voteNotOnRoll')
    expect(await refusalOf(record(ann!, id, 'No', elsewhere.manager))).toBe('404 notFound')
    app.clock.set(Date.parse('2026-03-07T05:00:00Z'))
    await again()
    expect(await refusalOf(record(ann!, id, 'No'))).toBe('409 voteOver')
  })
})
