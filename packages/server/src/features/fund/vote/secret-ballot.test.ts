// What a secret vote leaves behind: everything that the database, a backup and the log contain while it is open and
// after it has ended is searched for a link between a member and their choice.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readBackupFile } from '../../../backup/backup-file.ts'
import { fillDatabase } from '../../../backup/fill-database.ts'
import { takeBackup } from '../../../backup/take-backup.ts'
import { connect } from '../../../db/connect.ts'
import { runFundUpkeep } from '../../../jobs/fund-job.ts'
import { createSecretBox } from '../../../kernel/secret.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, testStartMs, type TestApp } from '../../../testing/test-app.ts'
import { createEmptyDatabase } from '../../../testing/test-database.ts'
import { makeVotingClub, signInMember, type ClubMember, type VotingClub } from '../../../testing/voting-club.ts'
import { runVotes } from './run-votes.ts'

const dayMs = 86_400_000
let app: TestApp
let folder: string
let logged = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-vote-'))
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  app = await startTestApp({ replace: () => ({ log: pino({ level: 'trace' }, stream) }) })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})
afterEach(() => app.clock.set(testStartMs))

interface OpenVote {
  readonly club: VotingClub
  readonly id: string
  /** Ids of "For" and "Against". */
  readonly choiceIds: readonly [string, string]
}

async function openSecretVote(count: number, { byUnits = false } = {}): Promise<OpenVote> {
  const club = await makeVotingClub(app, count)
  const { id } = await club.manager.client.fund.openVote({
    body: {
      accountId: club.account.id,
      question: 'Dissolve the club?',
      details: '',
      choices: ['For', 'Against'],
      isSecret: true,
      byUnits,
      recordDay: '2026-03-03',
      lastDay: '2026-03-04',
    },
  })
  const [vote] = await votesOf(club, club.members[0]!)
  return { club, id, choiceIds: [vote!.choices[0]!.id, vote!.choices[1]!.id] }
}
const votesOf = ({ account }: VotingClub, { client, memberId }: ClubMember) =>
  client.fund.findMyVotes({ params: { accountId: account.id, memberId } })
const cast = ({ club, id }: OpenVote, { client, memberId }: ClubMember, choiceId: string, key?: string) =>
  client.fund.castVote(
    { body: { accountId: club.account.id, memberId, id, choiceId } },
    ...(key === undefined ? [] : [{ idempotencyKey: key }]),
  )
async function end({ club }: OpenVote) {
  app.clock.set(testStartMs + dayMs)
  await runFundUpkeep(app.services)
  const manager = await app.signIn(club.manager.email)
  const [vote] = await manager.client.fund.findVotes({ params: { accountId: club.account.id } })
  return { manager, vote: vote! }
}

interface StoredRow {
  readonly table: string
  readonly text: string
  /** The transaction that wrote it. */
  readonly writer: string
}

/** Every row of every table, as a dump would have it, with bytes as hexadecimal digits. */
async function dumpEverything(db = app.services.db): Promise<StoredRow[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'`.execute(db)
  const found: StoredRow[] = []
  for (const { name: table } of tables) {
    const { rows } = await sql<{ text: string; writer: string }>`
      select to_jsonb(t)::text as text, t.xmin::text as writer from ${sql.table(table)} t`.execute(db)
    found.push(...rows.map((row) => ({ table, ...row })))
  }
  return found
}

/** Forms in which a text could be in a dump: plain, in hexadecimal digits, as 16 bytes, and hashed. */
const formsOf = (text: string): string[] => [
  text,
  Buffer.from(text).toString('hex'),
  text.replaceAll('-', ''),
  ...['sha256', 'sha1', 'md5'].map((algorithm) => createHash(algorithm).update(text).digest('hex')),
]

function rowsWith(rows: readonly StoredRow[], text: string): StoredRow[] {
  const forms = formsOf(text)
  return rows.filter((row) => forms.some((form) => row.text.includes(form)))
}

/** Rows that name a choice name no member or user, and one transaction wrote them all, so none goes with one ballot. */
function expectNoLink(rows: readonly StoredRow[], { club, choiceIds }: OpenVote): void {
  for (const choiceId of choiceIds) {
    const naming = rowsWith(rows, choiceId)
    expect(naming.map(({ table }) => table)).toEqual(['fund_vote_choice'])
    const voters = club.members.flatMap(({ memberId, userId }) => [memberId, userId])
    expect(naming.filter(({ text }) => voters.some((voter) => text.includes(voter)))).toEqual([])
  }
  const writers = choiceIds.flatMap((choiceId) => rowsWith(rows, choiceId).map(({ writer }) => writer))
  expect(new Set(writers).size).toBe(1)
}

describe('two hundred members who vote at once', () => {
  test('are counted once each with their last choice, and nothing links any of them to it', async () => {
    logged = ''
    const vote = await openSecretVote(200)
    const { club, id, choiceIds } = vote
    const chosenBy = (index: number, round: number) => choiceIds[(index + round) % 3 === 0 ? 0 : 1]
    for (const round of [0, 1])
      await Promise.all(
        club.members.map((member, index) => cast(vote, member, chosenBy(index, round), `${member.userId}-${round}`)),
      )
    // Each request again, as a client would that missed the answer: nothing is counted twice or set back.
    await Promise.all(
      club.members.slice(0, 20).map((member, index) => cast(vote, member, chosenBy(index, 0), `${member.userId}-0`)),
    )
    const open = await dumpEverything()
    expectNoLink(open, vote)
    const { rows: ballots } = await sql<{ length: number; count: number }>`
      select octet_length(sealed_choice) as length, count(*)::int as count from fund_secret_ballot
      where vote_id = ${id}::uuid group by 1`.execute(app.services.db)
    expect(ballots).toEqual([{ length: 68, count: 200 }])
    const requests = await app.services.db
      .selectFrom('idempotency_key')
      .select(['body_hash', 'reply'])
      .where('route', '=', 'fund.castVote')
      .execute()
    expect(requests).toHaveLength(400)
    expect(
      new Set(requests.map(({ body_hash: hash, reply }) => `${hash.toString('hex')} ${JSON.stringify(reply)}`)).size,
    ).toBe(1)

    const expected = club.members.filter((_member, index) => chosenBy(index, 1) === choiceIds[0]).length
    const { vote: ended } = await end(vote)
    expect(ended.choices.map(({ votes }) => votes)).toEqual([expected, 200 - expected])
    expect(ended).toMatchObject({ state: 'ENDED', cast: 200, voters: 200, ballots: [] })
    const over = await dumpEverything()
    expectNoLink(over, vote)
    expect(over.filter(({ table }) => table === 'fund_secret_ballot' || table === 'fund_vote_key')).toEqual([])
    expect(logged).toContain('cast-vote')
    for (const choiceId of choiceIds) expect(formsOf(choiceId).filter((form) => logged.includes(form))).toEqual([])
  })
})

describe('a secret vote', () => {
  test('shows a member their own choice while it is open and to nobody afterwards', async () => {
    const vote = await openSecretVote(3)
    const [ann, ben, cem] = vote.club.members
    for (const member of [ann!, ben!, cem!]) await cast(vote, member, vote.choiceIds[1])
    expect(await votesOf(vote.club, ann!)).toMatchObject([{ hasVoted: true, choiceId: vote.choiceIds[1] }])
    const { vote: ended } = await end(vote)
    expect(ended.choices.map(({ votes, percent }) => [votes, percent])).toEqual([
      [0, 0],
      [3, 100],
    ])
    expect(await votesOf(vote.club, await signInMember(app, ann!))).toMatchObject([{ hasVoted: false, choiceId: null }])
  })

  test('is in no answer and no export of the fund', async () => {
    const vote = await openSecretVote(3)
    const { club } = vote
    for (const [index, member] of club.members.entries()) await cast(vote, member, vote.choiceIds[index === 0 ? 0 : 1])
    const params = { accountId: club.account.id }
    const exportsOf = async ({ client }: VotingClub['manager']) =>
      JSON.stringify(
        [
          await client.fund.findVotes({ params }),
          await client.fund.findHistory({ body: { ...params, start: 0, count: 500 } }),
          await client.fund.exportJournals({ params }),
          await client.fund.findBooks({ params }),
          await client.fund.findFundMembers({ params }),
          await client.notification.find({ params: { which: 'ALL', start: 0, count: 200 } }),
          await client.member.searchParticipationByAccount({ params }),
        ].map((answer) =>
          JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
        ),
      )
    const during = await exportsOf(club.manager)
    // The choices themselves are listed once, with the vote.
    expect(during.split(vote.choiceIds[0])).toHaveLength(2)
    expect(during).not.toMatch(/choiceId\\?":/)
    const { manager } = await end(vote)
    const after = await exportsOf(manager)
    expect(after.split(vote.choiceIds[0])).toHaveLength(2)
    expect(after).not.toMatch(/choiceId\\?":/)
  })

  test('by units keeps whole percents and no other figure, because exact units would name their holders', async () => {
    const vote = await openSecretVote(4, { byUnits: true })
    const [ann, ben, cem] = vote.club.members
    await cast(vote, ann!, vote.choiceIds[0])
    await cast(vote, ben!, vote.choiceIds[0])
    await cast(vote, cem!, vote.choiceIds[1])
    await cast(vote, vote.club.members[3]!, vote.choiceIds[0])
    const { vote: ended } = await end(vote)
    expect(ended).toMatchObject({ cast: 4, castPercent: 100 })
    expect(ended.choices.map(({ votes, units, percent, isGreatest }) => [votes, units, percent, isGreatest])).toEqual([
      [null, null, 70, true],
      [null, null, 30, false],
    ])
    const stored = (await dumpEverything()).filter(
      ({ table, text }) => table === 'fund_vote_choice' && text.includes(vote.id),
    )
    expect(stored.map(({ text }) => JSON.parse(text) as object)).toMatchObject([
      { votes: null, units_steps: null },
      { votes: null, units_steps: null },
    ])
  })

  test('needs three voters, and has no result with fewer than three ballots', async () => {
    expect(await refusalOf(openSecretVote(2))).toBe('409 voteTooFewForSecret')
    const vote = await openSecretVote(3)
    const [ann, ben] = vote.club.members
    await cast(vote, ann!, vote.choiceIds[0])
    await cast(vote, ben!, vote.choiceIds[0])
    const { vote: ended } = await end(vote)
    expect(ended).toMatchObject({ state: 'ENDED', cast: 2, isWithheld: true })
    expect(ended.choices.map(({ votes, percent, isGreatest }) => [votes, percent, isGreatest])).toEqual([
      [null, null, false],
      [null, null, false],
    ])
    expect((await dumpEverything()).filter(({ table }) => table === 'fund_secret_ballot')).toEqual([])
  })

  test('is opened by nothing that a dump contains: its key is sealed by that of the installation', async () => {
    const vote = await openSecretVote(3)
    await cast(vote, vote.club.members[0]!, vote.choiceIds[0])
    const key = await app.services.db.selectFrom('fund_vote_key').select('key_sealed').executeTakeFirstOrThrow()
    const stranger = createSecretBox(['a key of somebody who has only the dump'])
    expect(() => stranger.open(key.key_sealed, `fund_vote_key:${vote.id}:key`)).toThrow('CLUBFOLIO_SECRET_KEY')
    const ballot = await app.services.db
      .selectFrom('fund_secret_ballot')
      .select(['sealed_choice', 'member_id'])
      .where('vote_id', '=', vote.id)
      .executeTakeFirstOrThrow()
    // Nor does the installation's own key open a ballot without the key of the vote.
    expect(app.services.secrets.hasKey(ballot.sealed_choice.subarray(0, 4).toString('hex'))).toBe(false)
  })

  test('leaves no ballot and no key in a backup, and is cancelled where that is restored', async () => {
    const vote = await openSecretVote(3)
    const { club, id } = vote
    for (const member of club.members) await cast(vote, member, vote.choiceIds[0])
    const path = join(folder, 'open.backup')
    await takeBackup({ pool: app.services.pool, path, productVersion: '0.1.0', nowMs: app.clock.nowMs() })
    const { tables } = await readBackupFile(path)
    expect(tables.map(({ name }) => name)).toContain('fund_vote')
    expect(tables.filter(({ name }) => name === 'fund_secret_ballot' || name === 'fund_vote_key')).toEqual([])
    const bytes = await readFile(path)
    const naming = tables.filter(({ start, bytes: length }) =>
      gunzipSync(bytes.subarray(start, start + length))
        .toString()
        .includes(vote.choiceIds[0]),
    )
    expect(naming.map(({ name }) => name)).toEqual(['fund_vote_choice'])
    const made = await createEmptyDatabase()
    const restored = connect(made.url, () => undefined, 4)
    try {
      await fillDatabase({ path, manifest: await readBackupFile(path), database: { ...restored, url: made.url } })
      await runVotes({ ...app.services, db: restored.db })
      expect(
        await restored.db.selectFrom('fund_vote').select(['state', 'reason']).where('id', '=', id).execute(),
      ).toMatchObject([{ state: 'CANCELLED', reason: expect.stringContaining('A backup was restored') as string }])
    } finally {
      await restored.close()
      await made.drop()
    }
    expect(await votesOf(club, club.members[0]!)).toMatchObject([{ state: 'OPEN', hasVoted: true }])
  })
})
