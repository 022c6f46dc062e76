// Announcements through the API: to screens and by mail, counted where they are opened, withdrawn and never changed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runFundUpkeep } from '../../../jobs/fund-job.ts'
import { giveRole } from '../../../testing/fund-roles.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makeVotingClub, type ClubMember, type VotingClub } from '../../../testing/voting-club.ts'
import { deliverMessages } from '../../notification-delivery/send-messages.ts'

let app: TestApp
let club: VotingClub
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  club = await makeVotingClub(app, 3)
})

const text = 'The meeting is on Friday.\n\nSee https://example.test/?a=<b> for the way.'
const post = (by = club.manager.client) =>
  by.fund.postAnnouncement({ body: { accountId: club.account.id, title: 'Annual meeting', text } })
const posted = (by = club.manager.client) => by.fund.findAnnouncements({ params: { accountId: club.account.id } })
const received = ({ client, memberId }: ClubMember) =>
  client.fund.findMyAnnouncements({ params: { accountId: club.account.id, memberId } })
const markRead = ({ client, memberId }: ClubMember, id: string) =>
  client.fund.readAnnouncement({ body: { accountId: club.account.id, memberId, id } })
const withdraw = (id: string) =>
  club.manager.client.fund.withdrawAnnouncement({ body: { accountId: club.account.id, id, reason: 'Wrong day.' } })
const mailsTo = async (email: string) => {
  await runFundUpkeep(app.services)
  await deliverMessages(app.services)
  return app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', email)
    .execute()
}

describe('an announcement', () => {
  test('appears with every member as it was typed, and is counted where it was opened, each member once', async () => {
    const { id } = await post()
    const [ann, ben] = club.members
    expect(await received(ann!)).toEqual([
      { id, title: 'Annual meeting', text, postedAt: app.clock.nowMs(), by: 'Maria Example', isRead: false },
    ])
    await markRead(ann!, id)
    await markRead(ann!, id)
    expect(await received(ann!)).toMatchObject([{ isRead: true }])
    expect(await received(ben!)).toMatchObject([{ isRead: false }])
    expect(await posted()).toMatchObject([{ id, members: 3, readers: 1, withdrawn: null }])
  })

  test('is notified and mailed with its whole text to a member with a user', async () => {
    await post()
    const [ann] = club.members
    const { result } = await ann!.client.notification.findRecent()
    expect(result.map(({ kind, title, text: line }) => [kind, title, line])).toEqual([
      ['ANNOUNCEMENT', 'Annual meeting', text.replaceAll(/\s+/g, ' ')],
    ])
    const [mail] = await mailsTo(ann!.email)
    expect(mail!.subject).toBe('Clubfolio: Annual meeting')
    expect(mail!.body).toContain(`${text}\n\nManager: Maria Example`)
  })

  test('is not mailed to a member who switched these mails off', async () => {
    const [ann] = club.members
    await ann!.client.notificationChoice.save({
      body: { kind: 'ANNOUNCEMENT', screen: true, mail: false, sms: false, push: false },
    })
    await post()
    expect(await mailsTo(ann!.email)).toEqual([])
    expect((await ann!.client.notification.findRecent()).unread).toBe(1)
  })

  test('is mailed once to a member without a user, and to nobody who is inactive', async () => {
    const [ann, ben] = club.members
    await app.services.db.updateTable('member').set({ user_id: null }).where('id', '=', ann!.memberId).execute()
    await club.manager.client.member.toggleStatus({ body: { id: ben!.memberId, status: 'INACTIVATED' } })
    await post()
    expect(await posted()).toMatchObject([{ members: 2 }])
    const mails = await mailsTo(ann!.email)
    expect(mails).toMatchObject([{ subject: 'Annual meeting', body: `${text}\n\nManager: Maria Example` }])
    expect(await mailsTo(ann!.email)).toHaveLength(1)
    expect(await mailsTo(ben!.email)).toEqual([])
  })

  test('that is withdrawn leaves the screens and the waiting mails, and stays in the history with the reason', async () => {
    const [ann, ben] = club.members
    await app.services.db.updateTable('member').set({ user_id: null }).where('id', '=', ben!.memberId).execute()
    const { id } = await post()
    await withdraw(id)
    expect(await received(ann!)).toEqual([])
    expect((await ann!.client.notification.findRecent()).result).toEqual([])
    expect(await mailsTo(ann!.email)).toEqual([])
    expect(await mailsTo(ben!.email)).toEqual([])
    expect(await posted()).toMatchObject([{ id, text, withdrawn: { reason: 'Wrong day.' } }])
    expect(await refusalOf(withdraw(id))).toBe('409 announcementWithdrawn')
    expect(await refusalOf(markRead(ann!, id))).toBe('404 notFound')
    const { result } = await club.manager.client.fund.findHistory({
      body: { accountId: club.account.id, kind: 'ANNOUNCEMENT', start: 0, count: 10 },
    })
    expect(result.map(({ words, why, undone }) => [words, why, undone?.why])).toEqual(
      expect.arrayContaining([
        ['Announcement withdrawn: Annual meeting', 'Wrong day.', undefined],
        ['Announcement: Annual meeting', '', 'Wrong day.'],
      ]),
    )
  })

  test('is posted by the owner and a treasurer, read by an auditor, and reaches nobody outside the fund', async () => {
    const treasurer = await giveRole(app, club.manager, club.account.id, 'TREASURER')
    const auditor = await giveRole(app, club.manager, club.account.id, 'AUDITOR')
    const { id } = await post(treasurer.client)
    expect(await posted(auditor.client)).toHaveLength(1)
    expect(await refusalOf(post(auditor.client))).toBe('404 notFound')
    const [ann, ben] = club.members
    expect(await refusalOf(post(ann!.client))).toBe('404 notFound')
    expect(await refusalOf(posted(ann!.client))).toBe('404 notFound')
    expect(await refusalOf(received({ ...ann!, memberId: ben!.memberId }))).toBe('404 notFound')
    expect(await refusalOf(markRead({ ...ann!, memberId: ben!.memberId }, id))).toBe('404 notFound')
    const elsewhere = await makeVotingClub(app, 1)
    const [stranger] = elsewhere.members
    expect(await refusalOf(received(stranger!))).toBe('404 notFound')
    expect((await stranger!.client.notification.findRecent()).result).toEqual([])
  })
})
