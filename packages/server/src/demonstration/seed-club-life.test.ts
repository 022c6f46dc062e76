// The life of the demonstration's club: every list of it has something, made once, and nothing is added to a club that its
// manager has named or written to themselves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPdf } from '../features/fund/document/check-pdf.ts'
import { startDemonstration, type Demonstration } from '../testing/demonstration.ts'
import { testStartMs, type TestUser } from '../testing/test-app.ts'
import { demonstrationPassword } from './seed-demonstration.ts'
import { seedClubLife } from './seed-club-life.ts'

let app: Demonstration
let manager: TestUser
let accountId: string

async function start(): Promise<void> {
  app = await startDemonstration({ hasClub: true })
  manager = await app.signInAs('manager')
  const [account] = await manager.client.account.viewMyAccount({ params: { userId: manager.user.id } })
  accountId = account!.id
}

describe('a new demonstration', () => {
  let memberId: string
  let nora: TestUser
  beforeAll(start)
  afterAll(() => app.stop())

  test('is filled once: a start that was cut off is made whole on another day, by the days of the first one', async () => {
    const { renderer } = app.services
    const { renderLogo } = renderer
    renderer.renderLogo = () => Promise.reject(new Error('killed here'))
    await expect(seedClubLife(app.services)).rejects.toThrow('The logo was not taken: It is damaged.')
    renderer.renderLogo = renderLogo
    app.clock.advance(24 * 60 * 60_000)
    expect(await seedClubLife(app.services)).toBe('MADE')
    app.clock.advance(24 * 60 * 60_000)
    expect(await seedClubLife(app.services)).toBe('SKIPPED')
    app.clock.set(testStartMs)
    nora = await app.signInAs('member')
    const members = await manager.client.member.findAllMembers()
    memberId = members.find(({ userId }) => userId === nora.user.id)!.id
  })

  test('has a named club with a logo, and five members of whom four may sign in', async () => {
    const club = await manager.client.club.findClub({ params: { accountId } })
    expect(club).toMatchObject({ name: 'Riverside Investment Club', address: expect.stringContaining('New York') })
    expect(club.logo).not.toBeNull()
    const members = await manager.client.member.findAllMembers()
    expect(members.filter(({ userId }) => userId !== null)).toHaveLength(4)
    const email = 'peter.vogel@clubfolio.example'
    await app.client().security.login({ body: { email, password: demonstrationPassword } })
  })

  test('has rules and two minutes, which members download as PDF files that do nothing', async () => {
    const documents = await nora.client.document.findMyDocuments({ params: { accountId, memberId } })
    expect(documents.map(({ title, kind, meetingDay }) => [title, kind, meetingDay])).toEqual(
      expect.arrayContaining([
        ['Rules of the club', 'DOCUMENT', null],
        ['Meeting of the members', 'MINUTES', '2026-01-18'],
      ]),
    )
    expect(documents).toHaveLength(3)
    for (const { id } of documents) {
      const file = await nora.client.document.downloadMyDocument({ params: { accountId, memberId, documentId: id } })
      expect(await checkPdf(Buffer.from(await file.content.arrayBuffer()))).toBeUndefined()
    }
  })

  test('has an announcement that the member has read and one that they have not', async () => {
    const posted = await manager.client.fund.findAnnouncements({ params: { accountId } })
    expect(posted.map(({ title, members, readers }) => [title, members, readers])).toEqual([
      ['Annual meeting on 2026-03-24', 5, 1],
      ['The club meets every quarter', 5, 4],
    ])
    const mine = await nora.client.fund.findMyAnnouncements({ params: { accountId, memberId } })
    expect(mine.map(({ isRead }) => isRead)).toEqual([false, true])
  })

  test('has a vote that the member can still take part in, and one with a result', async () => {
    const [open, ended, ...others] = await nora.client.fund.findMyVotes({ params: { accountId, memberId } })
    expect(others).toEqual([])
    expect(open).toMatchObject({ state: 'OPEN', lastDay: '2026-03-14', hasVoted: false })
    expect(ended).toMatchObject({ state: 'ENDED', isSecret: true, cast: 4, voters: 5 })
    expect(ended!.choices.map(({ votes }) => votes)).toEqual([1, 0, 3])
  })

  test('mails nobody about what happened days ago, and leaves what is new unread', async () => {
    const waiting = await app.services.db
      .selectFrom('notification_delivery as d')
      .innerJoin('notification as n', 'n.id', 'd.notification_id')
      .select('n.title')
      .where('n.kind', 'in', ['VOTE', 'ANNOUNCEMENT'])
      .execute()
    expect(waiting).toEqual([])
    const { result } = await nora.client.notification.findRecent()
    const unread = result.filter(({ readAt, kind }) => readAt === null && (kind === 'VOTE' || kind === 'ANNOUNCEMENT'))
    expect(unread.map(({ title }) => title).toSorted()).toEqual(['Annual meeting on 2026-03-24', 'New vote'])
  })
})

test('a club that its manager has named themselves gets nothing', async () => {
  await start()
  await manager.client.club.saveClub({ body: { accountId, name: 'Our own' } })
  expect(await seedClubLife(app.services)).toBe('SKIPPED')
  expect(await manager.client.document.findDocuments({ params: { accountId } })).toMatchObject({ documents: [] })
  await app.stop()
})
