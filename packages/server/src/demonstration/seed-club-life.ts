// The life of the demonstration's club around its books: name, logo, address and text of its papers, rules and minutes
// as PDF documents, announcements, a vote that has ended and one that is open. Everything goes through the use cases of
// the screens, on the days on which it would have happened, and each step is left out when it was done by an earlier
// start.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DocumentReader } from '@clubfolio/contract'
import { sql } from 'kysely'
import { addCalendarDays, newYorkDateAt, toEpochMs, type EpochMs, type MarketDay } from '@clubfolio/domain'
import { postAnnouncement, announcementKey } from '../features/fund/announcement/post-announcement.ts'
import { readAnnouncement } from '../features/fund/announcement/find-announcements.ts'
import { mailAnnouncements } from '../features/fund/announcement/mail-announcements.ts'
import type { BooksCall } from '../features/fund/book/change-books.ts'
import { readFund } from '../features/fund/book/load-fund.ts'
import { readAccountsIssuer } from '../features/fund/book/read-issuer.ts'
import { saveClub } from '../features/fund/club/save-club.ts'
import { uploadLogo } from '../features/fund/club/upload-logo.ts'
import { uploadDocument } from '../features/fund/document/upload-document.ts'
import { updateMember } from '../features/fund/member/save-member.ts'
import { castVote } from '../features/fund/vote/cast-vote.ts'
import { openVote } from '../features/fund/vote/open-vote.ts'
import { runVotes } from '../features/fund/vote/run-votes.ts'
import { hashPassword } from '../features/security/password.ts'
import { createUser } from '../features/user/create-user.ts'
import { ManualClock } from '../kernel/clock.ts'
import { endSessions, type Session } from '../kernel/session.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { PooledServices } from '../services.ts'
import { callerOf, openOwnSession, requestId } from './acting-user.ts'
import {
  bondVote,
  clubIdentity,
  furtherUsers,
  meetingDaysAgo,
  meetingVote,
  nextMeetingIn,
  plannedAnnouncements,
  type PlannedAnnouncement,
  type PlannedVote,
  type VotingMember,
} from './club-life-plan.ts'
import { drawClubLogo } from './club-logo.ts'
import { clubRules, foundingMinutes, meetingMinutes, writeClubPaper, type ClubPaper } from './club-papers.ts'
import { clubMembers } from './club-plan.ts'
import { demonstrationManager, demonstrationPassword } from './seed-demonstration.ts'

/** What the manager does on screen and this file does for them. */
const actions = ['club.save', 'club.logo', 'document.upload', 'announcement.post', 'vote.open']

/** The fund, and the people as whom the demonstration acts. */
interface Club {
  readonly services: PooledServices
  readonly accountId: string
  readonly manager: Session
  readonly voters: ReadonlyMap<VotingMember, { readonly session: Session; readonly memberId: string }>
  readonly openingDay: MarketDay
  /** Days with units to vote by, oldest first. */
  readonly closeDays: readonly MarketDay[]
  readonly today: MarketDay
}

/** Creates what is missing; nothing when the manager of the demonstration has used these screens. */
export async function seedClubLife(services: PooledServices): Promise<'MADE' | 'SKIPPED'> {
  const found = await services.db
    .selectFrom('app_user as u')
    .innerJoin('fund as f', (join) => join.on('f.account_id', 'is not', null))
    .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'f.account_id').onRef('a.owner_id', '=', 'u.id'))
    .select(['u.id', 'a.id as accountId'])
    .where('u.email', '=', demonstrationManager)
    .where('a.is_default', '=', true)
    .executeTakeFirst()
  if (!found || (await isDoneOrInUse(services, found.id))) return 'SKIPPED'
  const { accountId } = found
  // A start that continues an earlier one goes on counting from the day of that one.
  const begunMs = await addUsers(services, found.id)
  const sessions: Session[] = []
  const open = async (userId: string): Promise<Session> => {
    const session = await openOwnSession(services, userId)
    sessions.push(session)
    return session
  }
  try {
    const manager = await open(found.id)
    const { records, replay } = await readFund(services, manager.userId, accountId)
    await live({
      services,
      accountId,
      manager,
      voters: await openVoters(services, found.id, open),
      openingDay: records.opening.day,
      closeDays: replay.valuations.map(({ day }) => day),
      today: newYorkDateAt(begunMs),
    })
    return 'MADE'
  } finally {
    for (const { id: sessionId } of sessions) await endSessions(services.db, services.clock, { sessionId })
  }
}

async function live(club: Club): Promise<void> {
  const { openingDay, today } = club
  const ago = (days: number): MarketDay => addCalendarDays(today, -days)
  const founded = addCalendarDays(openingDay, 1)
  await nameClub(club, founded)
  const everybody: readonly DocumentReader[] = ['TREASURER', 'APPROVER', 'AUDITOR', 'MEMBER']
  await addDocument(club, { day: founded, name: 'Rules', paper: clubRules, readers: everybody })
  await addDocument(club, {
    day: addCalendarDays(openingDay, 3),
    name: `Minutes ${openingDay}`,
    paper: foundingMinutes(openingDay),
    readers: everybody,
    meetingDay: openingDay,
  })
  const met = ago(meetingDaysAgo)
  await addDocument(club, {
    day: ago(meetingDaysAgo - 2),
    name: `Minutes ${met}`,
    paper: meetingMinutes(met),
    readers: everybody,
    meetingDay: met,
  })
  await holdVote(club, meetingVote)
  await runVotes(onDay(club, ago(meetingVote.daysAgo - meetingVote.openFor - 1)))
  await holdVote(club, bondVote)
  for (const planned of plannedAnnouncements(addCalendarDays(today, nextMeetingIn))) await announce(club, planned)
  await settleMails(club)
}

/** The services on a day of the past, at noon or one o'clock in New York. Mails of that day went out then. */
const onDay = ({ services }: Club, day: MarketDay): PooledServices => ({
  ...services,
  clock: new ManualClock(Date.parse(`${day}T17:00:00Z`)),
  mail: { send: () => Promise.resolve() },
})

/** Acts as the manager on a day, in one transaction. */
const asManager = <Result>(club: Club, day: MarketDay, act: (call: BooksCall) => Promise<Result>): Promise<Result> => {
  const services = onDay(club, day)
  const { manager: session, accountId } = club
  return inTransaction(services.db, (trx) => act({ services, trx, session, caller: callerOf(services), accountId }))
}

async function isDoneOrInUse({ db }: PooledServices, managerId: string): Promise<boolean> {
  const done = await db
    .selectFrom('audit_log')
    .select(['action', 'request_id'])
    .where('actor_id', '=', managerId)
    .where('action', 'in', actions)
    .execute()
  const own = done.filter(({ request_id: by }) => by === requestId)
  return own.length < done.length || own.filter(({ action }) => action === 'announcement.post').length === 2
}

/** Creates the users of further members and links them, all in one transaction; returns when that was. */
async function addUsers(services: PooledServices, managerId: string): Promise<EpochMs> {
  const planned = clubMembers.filter(({ firstName }) => furtherUsers.some((name) => name === firstName))
  const { db, clock, config } = services
  const there = await db
    .selectFrom('app_user')
    .select('created_at')
    .where(
      'email',
      'in',
      planned.map(({ email }) => email),
    )
    .executeTakeFirst()
  if (there) return toEpochMs(there.created_at.getTime())
  const passwordHash = await hashPassword(
    config.isPublicDemo ? randomBytes(24).toString('base64url') : demonstrationPassword,
  )
  const session = await openOwnSession(services, managerId)
  await inTransaction(db, async (trx) => {
    for (const { firstName, lastName, email, phone: phoneNumber } of planned) {
      const userId = await createUser(trx, clock, {
        firstName,
        lastName,
        email,
        phoneNumber,
        passwordHash,
        groups: ['INVESTORS'],
      })
      const member = await trx
        .selectFrom('member')
        .select('id')
        .where('owner_id', '=', managerId)
        .where('email', '=', email)
        .executeTakeFirst()
      if (member)
        await updateMember(services, trx, session, {
          id: member.id,
          firstName,
          lastName,
          email,
          phone: phoneNumber,
          userId,
        })
    }
  })
  await endSessions(db, clock, { sessionId: session.id })
  return clock.nowMs()
}

async function openVoters(
  { db }: PooledServices,
  managerId: string,
  open: (userId: string) => Promise<Session>,
): Promise<Club['voters']> {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'first_name', 'user_id'])
    .where('owner_id', '=', managerId)
    .where('user_id', 'is not', null)
    .execute()
  const voters = new Map<VotingMember, { session: Session; memberId: string }>()
  for (const name of ['Nora', ...furtherUsers] as const) {
    const row = rows.find(({ first_name: firstName }) => firstName === name)
    if (row?.user_id) voters.set(name, { session: await open(row.user_id), memberId: row.id })
  }
  return voters
}

async function nameClub(club: Club, day: MarketDay): Promise<void> {
  const { accountId, manager, services } = club
  await asManager(club, day, (call) => saveClub(call, clubIdentity))
  const logo = await services.db
    .selectFrom('fund_logo')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (logo) return
  const then = onDay(club, day)
  await uploadLogo(then, manager, { accountId, file: Readable.from([drawClubLogo()]) }, callerOf(then))
}

interface PlannedDocument {
  readonly day: MarketDay
  readonly name: string
  readonly paper: ClubPaper
  readonly readers: readonly DocumentReader[]
  /** Of minutes. */
  readonly meetingDay?: MarketDay
}

async function addDocument(club: Club, { day, name, paper, readers, meetingDay }: PlannedDocument): Promise<void> {
  const { accountId, manager } = club
  const services = onDay(club, day)
  const { title } = paper
  const there = await services.db
    .selectFrom('fund_document')
    .select('id')
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .executeTakeFirst()
  if (there) return
  const issuer = await readAccountsIssuer(services.db, accountId)
  const content = await writeClubPaper(paper, issuer, new Date(services.clock.nowMs()))
  const fields = { title, readers, ...(meetingDay === undefined ? {} : { kind: 'MINUTES' as const, meetingDay }) }
  await uploadDocument(
    services,
    manager,
    { accountId, name: `${name}.pdf`, fields, file: Readable.from([content]) },
    callerOf(services),
  )
}

/** Opens a vote and casts its ballots; all of it or nothing. */
async function holdVote(club: Club, { daysAgo, openFor, content, ballots }: PlannedVote): Promise<void> {
  const { today, closeDays, accountId, voters, services } = club
  const there = await services.db
    .selectFrom('fund_vote')
    .select('id')
    .where('account_id', '=', accountId)
    .where('question', '=', content.question)
    .executeTakeFirst()
  const day = addCalendarDays(today, -daysAgo)
  const recordDay = closeDays.findLast((close) => close < day)
  if (there || recordDay === undefined) return
  await asManager(club, day, async (call) => {
    const id = await openVote(call, { ...content, recordDay, lastDay: addCalendarDays(day, openFor) })
    const choices = await call.trx
      .selectFrom('fund_vote_choice')
      .select('id')
      .where('vote_id', '=', id)
      .orderBy('position')
      .execute()
    for (const [name, { session, memberId }] of voters) {
      const choiceId = choices[ballots[name] ?? -1]?.id
      if (choiceId !== undefined) await castVote({ ...call, session }, { accountId, memberId, id, choiceId })
    }
  })
}

async function announce(club: Club, { daysAgo, title, text, readers }: PlannedAnnouncement): Promise<void> {
  const { today, accountId, voters, services } = club
  const there = await services.db
    .selectFrom('fund_announcement')
    .select('id')
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .executeTakeFirst()
  if (there) return
  const day = addCalendarDays(today, -daysAgo)
  await asManager(club, day, async (call) => {
    const id = await postAnnouncement(call, { title, text })
    for (const name of readers) {
      const voter = voters.get(name)
      if (voter)
        await readAnnouncement({ ...call, session: voter.session }, { accountId, memberId: voter.memberId, id })
    }
  })
  await mailAnnouncements(onDay(club, day))
}

/**
 * Takes the mails of what happened days ago out of the queue, and marks as read what members have seen: an announcement
 * that they opened, and votes that have ended.
 */
async function settleMails({ services: { db, clock }, accountId, voters }: Club): Promise<void> {
  const votes = await db.selectFrom('fund_vote').select(['id', 'state']).where('account_id', '=', accountId).execute()
  const announcements = await db
    .selectFrom('fund_announcement')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  const voteKeys = (id: string): string[] => [`vote ${id}`, `vote ${id} reminder`, `vote ${id} over`]
  const ofUsers = db
    .selectFrom('notification')
    .select('id')
    .where(
      'user_id',
      'in',
      [...voters.values()].map(({ session }) => session.userId),
    )
  const keys = [...announcements.map(({ id }) => announcementKey(id)), ...votes.flatMap(({ id }) => voteKeys(id))]
  await db
    .deleteFrom('notification_delivery')
    .where('notification_id', 'in', ofUsers.where('key', 'in', keys))
    .execute()
  const seen = votes.flatMap(({ id, state }) => (state === 'OPEN' ? [] : voteKeys(id)))
  const now = new Date(clock.nowMs())
  await db
    .updateTable('notification')
    .set({ read_at: now })
    .where('id', 'in', ofUsers.where('key', 'in', seen))
    .where('read_at', 'is', null)
    .execute()
  for (const { session, memberId } of voters.values())
    await db
      .updateTable('notification as n')
      .set({ read_at: now })
      .where('n.user_id', '=', session.userId)
      .where('n.read_at', 'is', null)
      .where(({ exists, selectFrom, ref }) =>
        exists(
          selectFrom('fund_announcement_read as r')
            .select('r.member_id')
            .where('r.member_id', '=', memberId)
            .where(ref('n.key'), '=', sql<string>`'announcement ' || r.announcement_id`),
        ),
      )
      .execute()
}
