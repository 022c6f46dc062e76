// Binds the calls of webhooks to their use cases.
import { deleteWebhook, redeliver, saveWebhook, sendTest } from '../features/webhook/change-webhook.ts'
import { createWebhook, rotateSecret } from '../features/webhook/create-webhook.ts'
import { findDeliveries, findMyWebhooks } from '../features/webhook/find-webhooks.ts'
import type { GroupHandlers } from '../kernel/handler.ts'

export const webhookHandlers: GroupHandlers<'webhook'> = {
  findMyWebhooks: ({ services, session }) => findMyWebhooks(services, session.userId),
  createWebhook: ({ services, body, session, caller }) => createWebhook(services, caller, session, body),
  saveWebhook: async ({ services, body, session, caller }) => {
    await saveWebhook(services, caller, session, body)
    return { message: 'The webhook was saved.' }
  },
  deleteWebhook: async ({ services, body, session, caller }) => {
    await deleteWebhook(services, caller, session.userId, body.id)
    return { message: 'The webhook was deleted.' }
  },
  rotateSecret: ({ services, body, session, caller }) => rotateSecret(services, caller, session, body),
  sendTest: async ({ services, body, session }) => {
    await sendTest(services, session.userId, body.id)
    return { message: 'A test event is on its way. Its outcome appears in the log.' }
  },
  findDeliveries: ({ services, params, session }) => findDeliveries(services, session.userId, params),
  redeliver: async ({ services, body, session }) => {
    await redeliver(services, session.userId, body.id)
    return { message: 'The event is sent again.' }
  },
}
