// Binds the notification calls to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findChoices, saveChoice } from './choices.ts'
import { findNotifications, findRecentNotifications } from './find-notifications.ts'
import { markAllRead, markRead } from './mark-read.ts'

export function notificationHandlers({ db, clock }: Services): GroupHandlers<'notification'> {
  return {
    findRecent: ({ session }) => findRecentNotifications(db, session.userId),
    find: ({ params, session }) => findNotifications(db, session.userId, params),
    markRead: async ({ body, session }) => {
      await markRead(db, clock, session.userId, body)
      return { message: body.isRead ? 'Marked as read.' : 'Marked as unread.' }
    },
    markAllRead: async ({ session }) => {
      const count = await markAllRead(db, clock, session.userId)
      return { message: count === 1 ? '1 notification marked as read.' : `${count} notifications marked as read.` }
    },
  }
}

export function notificationChoiceHandlers({ db }: Services): GroupHandlers<'notificationChoice'> {
  return {
    find: ({ session }) => findChoices(db, session.userId),
    save: async ({ body, session }) => {
      await saveChoice(db, session.userId, body)
      return { message: 'Your choice is saved.' }
    },
  }
}
