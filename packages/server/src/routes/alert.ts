// Binds the alert calls to their use cases.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { findCurrentAlerts } from '../features/alert/find-current-alerts.ts'
import { putAlertAway } from '../features/alert/put-alert-away.ts'

export const alertHandlers: GroupHandlers<'alert'> = {
  findCurrent: ({ services, session }) => findCurrentAlerts(services.db, services.clock, session.userId),
  markSeen: async ({ services, body, session }) => {
    if (!(await putAlertAway(services.db, services.clock, session.userId, body.id))) throw new Refusal('notFound')
    return { message: 'Put away.' }
  },
}
