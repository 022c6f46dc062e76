// Webhooks for tests, written without the call that makes them, which asks for a password and sends a mail.
import { keysOf } from '@clubfolio/domain'
import { webhookEvents, type WebhookEvent } from '@clubfolio/contract'
import { insertDelivery } from '../features/webhook/record-event.ts'
import { makeWebhookSecret } from '../features/webhook/sign-message.ts'
import { newId } from '../kernel/id.ts'
import { sealedFor } from '../kernel/sealed-column.ts'
import type { TestGround } from './test-app.ts'

export interface GivenWebhook {
  readonly url?: string
  readonly events?: readonly WebhookEvent[]
  readonly name?: string
}

/** Gives a user a webhook for every event, with a test event that waits. */
export async function giveWebhook(
  { services: { db, clock, secrets } }: TestGround,
  ownerId: string,
  { url = 'https://hook.example/', events = keysOf(webhookEvents), name = 'One' }: GivenWebhook = {},
): Promise<{ webhook: string; webhookDelivery: string; secret: string }> {
  const id = newId(clock)
  const secret = makeWebhookSecret()
  await db
    .insertInto('webhook')
    .values({
      id,
      owner_id: ownerId,
      name,
      url,
      events: [...events],
      factor: 'SMS',
      is_for_all_accounts: true,
      secret_sealed: secrets.seal(secret, sealedFor('webhook', id, 'secret')),
      old_secret_sealed: null,
      old_secret_until: null,
      state: 'ACTIVE',
      reason: null,
      created_at: new Date(clock.nowMs()),
      last_attempt_at: null,
      last_status: null,
      failing_since: null,
    })
    .execute()
  await insertDelivery(db, clock, {
    webhookId: id,
    type: 'webhook.test',
    key: 'first',
    accountId: null,
    memberId: null,
    data: {},
  })
  const delivery = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', id)
    .executeTakeFirstOrThrow()
  return { webhook: id, webhookDelivery: delivery.id, secret }
}
