// A person's own notifications, newest first.
import type { Notification } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

const recentCount = 20

export interface NotificationPage {
  readonly which: 'ALL' | 'UNREAD'
  readonly start: number
  readonly count: number
}

export async function findNotifications(db: Db, userId: string, { which, start, count }: NotificationPage): Promise<{ total: number; result: Notification[] }> {
  const wanted = db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .where('on_screen', '=', true)
    .$if(which === 'UNREAD', (query) => query.where('read_at', 'is', null))
  const rows = await wanted
    .select(['id', 'kind', 'title', 'text', 'link', 'created_at', 'read_at'])
    .orderBy('position', 'desc')
    .offset(start)
    .limit(count)
    .execute()
  const { total } = await wanted.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const result = rows.map(({ created_at, read_at, ...row }) => ({ ...row, createdAt: created_at.getTime(), readAt: read_at?.getTime() ?? null }))
  return { total: Number(total), result }
}

export async function findRecentNotifications(db: Db, userId: string): Promise<{ unread: number; result: Notification[] }> {
  const { result } = await findNotifications(db, userId, { which: 'ALL', start: 0, count: recentCount })
  const { unread } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll().as('unread'))
    .where('user_id', '=', userId)
    .where('on_screen', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { unread: Number(unread), result }
}
