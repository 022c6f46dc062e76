// Binds the alert calls to their use cases.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findCurrentAlerts } from './find-current-alerts.ts'
import { putAlertAway } from './put-alert-away.ts'

export function alertHandlers({ db, clock }: Services): GroupHandlers<'alert'> {
  return {
    findCurrent: ({ session }) => findCurrentAlerts(db, clock, session.userId),
    markSeen: async ({ body, session }) => {
      if (!(await putAlertAway(db, clock, session.userId, body.id))) throw new Refusal('notFound')
      return { message: 'Put away.' }
    },
  }
}
