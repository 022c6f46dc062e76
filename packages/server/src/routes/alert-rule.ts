// Binds the calls of alert rules to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { deleteRule, pauseRule } from '../features/alert-rule/change-rule.ts'
import { findFirings, findRules, previewRule } from '../features/alert-rule/find-rules.ts'
import { createRule, updateRule } from '../features/alert-rule/save-rule.ts'

export const alertRuleHandlers: GroupHandlers<'alertRule'> = {
  find: ({ services, session }) => findRules(services, session.userId),
  preview: ({ services, body, session }) => previewRule(services, session.userId, body),
  create: async ({ services, body, session, trx }) => {
    const { id, words } = await createRule(services, trx, session.userId, body)
    return { id, message: `Rule saved: ${words}.` }
  },
  update: async ({ services, body, session, trx }) => ({
    message: `Rule saved: ${await updateRule(services, trx, session.userId, body)}.`,
  }),
  pause: async ({ services, body, session }) => {
    await pauseRule(services, session.userId, body)
    return { message: body.isPaused ? 'Rule paused.' : 'Rule resumed.' }
  },
  delete: async ({ services, body, session }) => {
    await deleteRule(services, session.userId, body.id)
    return { message: 'Rule deleted.' }
  },
  findFirings: ({ services, params, session }) => findFirings(services.db, session.userId, params),
}
