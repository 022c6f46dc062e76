// The announcements of a fund: for those who may read the fund with the number of members who opened each, for a member
// with whether they did. Who opened one is not shown to anybody.
import {
  Refusal,
  type BodyOf,
  type ParamsOf,
  type PostedAnnouncement,
  type ReceivedAnnouncement,
} from '@clubfolio/contract'
import type { Db } from '../../../db/connect.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'

const mostListed = 100

export async function findAnnouncements(
  services: Services,
  session: Session,
  accountId: string,
): Promise<PostedAnnouncement[]> {
  await requireFund(services, session.userId, accountId)
  const rows = await announcementsOf(services.db, accountId)
    .select(['n.members', 'n.withdrawn_at', 'n.reason'])
    .select(({ selectFrom, fn }) =>
      selectFrom('fund_announcement_read as r')
        .select(fn.countAll<bigint>().as('count'))
        .whereRef('r.announcement_id', '=', 'n.id')
        .as('readers'),
    )
    .execute()
  return rows.map((row) => ({
    ...toAnnouncement(row),
    members: row.members,
    readers: Number(row.readers ?? 0n),
    withdrawn: row.withdrawn_at === null ? null : { at: row.withdrawn_at.getTime(), reason: row.reason ?? '' },
  }))
}

export async function findMyAnnouncements(
  { db }: Pick<Services, 'db'>,
  session: Session,
  { accountId, memberId }: ParamsOf<'fund', 'findMyAnnouncements'>,
): Promise<ReceivedAnnouncement[]> {
  await requireMyParticipation(db, session, { accountId, memberId })
  const rows = await announcementsOf(db, accountId)
    .leftJoin('fund_announcement_read as r', (join) =>
      join.onRef('r.announcement_id', '=', 'n.id').on('r.member_id', '=', memberId),
    )
    .select('r.read_at')
    .where('n.withdrawn_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...toAnnouncement(row), isRead: row.read_at !== null }))
}

export interface ReadAnnouncementCall {
  readonly services: Pick<Services, 'clock'>
  readonly trx: Trx
  readonly session: Session
}

/** Marks an announcement as opened by the member; the first time counts. */
export async function readAnnouncement(
  { services: { clock }, trx, session }: ReadAnnouncementCall,
  { accountId, memberId, id }: BodyOf<'fund', 'readAnnouncement'>,
): Promise<void> {
  await requireMyParticipation(trx, session, { accountId, memberId })
  const found = await trx
    .selectFrom('fund_announcement')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Refusal('notFound')
  await trx
    .insertInto('fund_announcement_read')
    .values({ announcement_id: id, member_id: memberId, read_at: new Date(clock.nowMs()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const announcementsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('fund_announcement as n')
    .innerJoin('app_user as u', 'u.id', 'n.posted_by')
    .select(['n.id', 'n.title', 'n.text', 'n.posted_at', 'u.first_name', 'u.last_name'])
    .where('n.account_id', '=', accountId)
    .orderBy('n.posted_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(mostListed)

interface AnnouncementRow {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly posted_at: Date
  readonly first_name: string
  readonly last_name: string
}

const toAnnouncement = (row: AnnouncementRow) => ({
  id: row.id,
  title: row.title,
  text: row.text,
  postedAt: row.posted_at.getTime(),
  by: `${row.first_name} ${row.last_name}`,
})
