// A user's own notifications, newest first.
import type { Notification, ParamsOf } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

const recentCount = 20

type NotificationPage = ParamsOf<'notification', 'find'>

export async function findNotifications(
  db: Db,
  userId: string,
  page: NotificationPage,
): Promise<{ total: number; result: Notification[] }> {
  const result = await readPage(db, userId, page)
  const { total } = await notificationsOf(db, userId, page.which)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return { total: Number(total), result }
}

export async function findRecentNotifications(
  db: Db,
  userId: string,
): Promise<{ unread: number; result: Notification[] }> {
  const result = await readPage(db, userId, { which: 'ALL', start: 0, count: recentCount })
  const { unread } = await notificationsOf(db, userId, 'UNREAD')
    .select((eb) => eb.fn.countAll().as('unread'))
    .executeTakeFirstOrThrow()
  return { unread: Number(unread), result }
}

async function readPage(db: Db, userId: string, { which, start, count }: NotificationPage): Promise<Notification[]> {
  const rows = await notificationsOf(db, userId, which)
    .select(['id', 'kind', 'title', 'text', 'link', 'created_at', 'read_at'])
    .orderBy('position', 'desc')
    .offset(start)
    .limit(count)
    .execute()
  return rows.map(({ created_at, read_at, ...row }) => ({
    ...row,
    createdAt: created_at.getTime(),
    readAt: read_at?.getTime() ?? null,
  }))
}

const notificationsOf = (db: Db, userId: string, which: NotificationPage['which']) =>
  db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .where('on_screen', '=', true)
    .$if(which === 'UNREAD', (query) => query.where('read_at', 'is', null))
