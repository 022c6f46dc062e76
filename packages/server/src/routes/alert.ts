// Binds the alert calls to their use cases.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { findCurrentAlerts } from '../features/alert/find-current-alerts.ts'
import { dismissAlert } from '../features/alert/dismiss-alert.ts'

export const alertHandlers: GroupHandlers<'alert'> = {
  findCurrent: ({ services, session }) => findCurrentAlerts(services.db, services.clock, session.userId),
  markSeen: async ({ services, body, session }) => {
    if (!(await dismissAlert(services.db, services.clock, session.userId, body.id))) throw new Refusal('notFound')
    return { message: 'Alert dismissed.' }
  },
}
