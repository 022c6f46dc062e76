// A user's own notifications, newest first.
import type { Notification, ParamsOf } from '@clubfolio/contract'
import { compileSelect } from '../../db/compiled-statements.ts'
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

const selectRecent = compileSelect((db, { userId }: { userId: string }) =>
  pageOf(db, userId, { which: 'ALL', start: 0, count: recentCount }).select(
    notificationsOf(db, userId, 'UNREAD')
      .select((eb) => eb.fn.countAll<bigint>().as('unread'))
      .as('unread'),
  ),
)

export async function findRecentNotifications(
  db: Db,
  userId: string,
): Promise<{ unread: number; result: Notification[] }> {
  const rows = await selectRecent(db, { userId })
  // Without a single notification none is unread.
  return {
    unread: Number(rows[0]?.unread ?? 0),
    result: rows.map(({ unread: _unread, ...row }) => toNotification(row)),
  }
}

const readPage = async (db: Db, userId: string, page: NotificationPage): Promise<Notification[]> =>
  (await pageOf(db, userId, page).execute()).map(toNotification)

const pageOf = (db: Db, userId: string, { which, start, count }: NotificationPage) =>
  notificationsOf(db, userId, which)
    .select(['id', 'kind', 'title', 'text', 'link', 'created_at', 'read_at'])
    .orderBy('position', 'desc')
    .offset(start)
    .limit(count)

type NotificationRow = Omit<Notification, 'createdAt' | 'readAt'> & {
  readonly created_at: Date
  readonly read_at: Date | null
}

const toNotification = ({ created_at, read_at, ...row }: NotificationRow): Notification => ({
  ...row,
  createdAt: created_at.getTime(),
  readAt: read_at?.getTime() ?? null,
})

const notificationsOf = (db: Db, userId: string, which: NotificationPage['which']) =>
  db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .where('on_screen', '=', true)
    .$if(which === 'UNREAD', (query) => query.where('read_at', 'is', null))
