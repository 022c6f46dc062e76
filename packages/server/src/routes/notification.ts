// Binds the notification calls to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findChoices, saveChoice } from '../features/notification/choices.ts'
import { findNotifications, findRecentNotifications } from '../features/notification/find-notifications.ts'
import { markAllRead, markRead } from '../features/notification/mark-read.ts'

export const notificationHandlers: GroupHandlers<'notification'> = {
  findRecent: ({ services, session }) => findRecentNotifications(services.db, session.userId),
  find: ({ services, params, session }) => findNotifications(services.db, session.userId, params),
  markRead: async ({ services, body, session }) => {
    await markRead(services.db, services.clock, session.userId, body)
    return { message: body.isRead ? 'Marked as read.' : 'Marked as unread.' }
  },
  markAllRead: async ({ services, session }) => {
    const count = await markAllRead(services.db, services.clock, session.userId)
    return { message: count === 1 ? '1 notification marked as read.' : `${count} notifications marked as read.` }
  },
}

export const notificationChoiceHandlers: GroupHandlers<'notificationChoice'> = {
  find: ({ services, session }) => findChoices(services.db, session.userId),
  save: async ({ services, body, session }) => {
    await saveChoice(services.db, session.userId, body)
    return { message: 'Your choice is saved.' }
  },
}
