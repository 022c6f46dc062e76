// Marks notifications as read. Only the recipient can mark their own.
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'

/** Marks one notification as read, or as unread again; one that is already read keeps its first time. */
export async function markRead(
  db: Db,
  clock: Clock,
  userId: string,
  { id, isRead }: { readonly id: string; readonly isRead: boolean },
): Promise<void> {
  const now = new Date(clock.nowMs())
  const marked = await db
    .updateTable('notification')
    .set((eb) => ({ read_at: isRead ? eb.fn.coalesce('read_at', eb.val(now)) : null }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) throw new Refusal('notFound')
}

/** Marks all unread notifications and returns how many they were. */
export async function markAllRead(db: Db, clock: Clock, userId: string): Promise<number> {
  const marked = await db
    .updateTable('notification')
    .set({ read_at: new Date(clock.nowMs()) })
    .where('user_id', '=', userId)
    .where('on_screen', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(marked.numUpdatedRows)
}
