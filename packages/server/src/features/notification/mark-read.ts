// Reading is the reader's own act: only he marks his notifications.
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'

/** Marks one as read or as unread again; one that was read keeps its first moment. */
export async function markRead(db: Db, clock: Clock, userId: string, { id, isRead }: { readonly id: string; readonly isRead: boolean }): Promise<void> {
  const now = new Date(clock.nowMs())
  const marked = await db
    .updateTable('notification')
    .set((eb) => ({ read_at: isRead ? eb.fn.coalesce('read_at', eb.val(now)) : null }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) throw new Refusal('notFound')
}

/** Marks all that are unread and answers how many those were. */
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
