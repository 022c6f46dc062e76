// Webhooks: events that are posted to addresses of a user's own programs, signed by Standard Webhooks. All calls of
// this page are ours. Source: docs/rules/access.md, "Webhooks"; docs/api-guide.md, "Webhooks".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { id, line, messageReply, onlyId } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instant, wholeNumber } from './wire.ts'

export const webhookLimit = 10
/** Deliveries of one webhook that may wait before tests and repetitions are refused. */
export const mostWaitingDeliveries = 100
/** How long both secrets sign after a change. */
export const oldSecretHours = 24

/** The types of events, with their names on screen. */
export const webhookEvents = {
  'order.filled': 'Order filled',
  'order.cancelled': 'Order cancelled',
  'order.expired': 'Order expired',
  'order.rejected': 'Order rejected',
  'entry.recorded': 'Fund entry recorded',
  'entry.switched': 'Fund entry switched on or off',
  'entry.reversed': 'Fund entry deleted',
  'alert.fired': 'Alert fired',
  'access.ending': 'Brokerage access ends soon',
  'access.lapsed': 'Brokerage access lapsed',
} as const
export type WebhookEvent = keyof typeof webhookEvents
/** What a test sends. */
export const webhookTest = 'webhook.test'
export type DeliveredEvent = WebhookEvent | typeof webhookTest

const webhookEvent = z.enum(keysOf(webhookEvents)).meta({ id: 'WebhookEvent' })

/** ACTIVE sends; PAUSED was paused by its owner, FAILED after lasting failure, GONE by an answer 410. */
export const webhookStates = ['ACTIVE', 'PAUSED', 'FAILED', 'GONE'] as const
export type WebhookState = (typeof webhookStates)[number]

/** WITHHELD was not sent, because the owner of the webhook may no longer read what it is about. */
export const deliveryStates = ['WAITING', 'DELIVERED', 'FAILED', 'WITHHELD'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Webhook = z
  .object({
    id,
    name: z.string(),
    url: z.string(),
    events: z.array(webhookEvent),
    /** Null: every account and fund that its owner may read. */
    accounts: z.array(z.object({ id, number: z.string() })).nullable(),
    state: z.enum(webhookStates),
    /** Why it is paused; null while it is active. */
    reason: z.string().nullable(),
    createdAt: instant,
    /** The last attempt, with the status of its answer; null without one. */
    lastAttemptAt: instant.nullable(),
    lastStatus: z.number().int().nullable(),
    /** Since when every attempt has failed; null after a success. */
    failingSince: instant.nullable(),
    /** Until when the replaced secret also signs; null without one. */
    oldSecretUntil: instant.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

export const WebhookAttempt = z
  .object({
    at: instant,
    /** Of the answer; null when there was none. */
    status: z.number().int().nullable(),
    durationMs: z.number().int(),
    /** Why it failed, in words; null after a success. */
    reason: z.string().nullable(),
    /** The beginning of the answer. */
    answer: z.string(),
  })
  .meta({ id: 'WebhookAttempt' })

export const WebhookDelivery = z
  .object({
    id,
    /** The header webhook-id, the same in every attempt. */
    messageId: z.string(),
    event: z.string(),
    state: z.enum(deliveryStates),
    createdAt: instant,
    /** Null unless it waits. */
    nextAt: instant.nullable(),
    /** Null before the first attempt. */
    payload: z.string().nullable(),
    /** Oldest first. */
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const webhookRefusals = {
  webhookCount: {
    status: 409,
    text: 'You have reached the limit of {limit} webhooks. Delete one that you no longer need.',
  },
  webhookName: { status: 409, text: 'A webhook named {name} already exists. Choose another name.', field: 'name' },
  webhookAddress: { status: 400, text: '{reason}', field: 'url' },
  webhookPaused: { status: 409, text: 'The webhook is paused. Resume it first.' },
  webhookBusy: {
    status: 409,
    text: '{count} deliveries of this webhook are waiting already. Try again when they are sent.',
  },
} as const satisfies Record<string, RefusalDefinition>

const choice = {
  name: line(60, 'Name'),
  events: z.array(webhookEvent).min(1, 'Choose at least one event.').max(20, 'Each event only once.'),
  /** Null: every account and fund that the caller may read, also later ones. */
  accountIds: z.array(id).min(1, 'Choose at least one account.').max(50, 'At most 50 accounts.').nullable(),
}
const password = z.string().min(1, 'Your password is required.').max(128)

export const webhookRoutes = {
  findMyWebhooks: route({
    method: 'GET',
    path: '/v1/api/webhook/find-my-webhooks',
    summary: 'The webhooks of the session user, newest first; never their secrets.',
    access: access.session,
    reply: z.array(Webhook),
  }),
  createWebhook: route({
    method: 'POST',
    path: '/v1/api/webhook/create-webhook',
    summary: 'Make a webhook; the answer has its secret for the only time, and its owner gets a mail.',
    access: access.session,
    needsFreshFactor: true,
    body: z.object({ ...choice, url: line(500, 'Address'), password }),
    reply: z.object({ id, secret: z.string() }),
    refusals: ['wrongPassword', 'signInPaused', 'webhookCount', 'webhookName', 'webhookAddress', 'notFound'],
  }),
  saveWebhook: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/webhook/save-webhook',
    summary: 'Change name, events and accounts of a webhook, or pause or resume it; its address stays.',
    access: access.session,
    needsFreshFactor: true,
    owns: [{ object: 'webhook', at: 'body.id' }],
    body: z.object({ id, ...choice, isPaused: z.boolean() }),
    reply: messageReply,
    refusals: ['notFound', 'webhookName'],
  }),
  deleteWebhook: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/webhook/delete-webhook',
    summary: 'Delete a webhook with the log of its deliveries.',
    access: access.session,
    owns: [{ object: 'webhook', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  rotateSecret: route({
    method: 'POST',
    path: '/v1/api/webhook/rotate-secret',
    summary: 'Replace the secret of a webhook; for a day both sign, and the answer has the new one for the only time.',
    access: access.session,
    needsFreshFactor: true,
    owns: [{ object: 'webhook', at: 'body.id' }],
    body: z.object({ id, password }),
    reply: z.object({ secret: z.string(), oldSecretUntil: instant }),
    refusals: ['wrongPassword', 'signInPaused', 'notFound'],
  }),
  sendTest: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/webhook/send-test',
    summary: 'Send a test event to a webhook.',
    access: access.session,
    owns: [{ object: 'webhook', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'webhookPaused', 'webhookBusy'],
  }),
  findDeliveries: route({
    method: 'GET',
    path: '/v1/api/webhook/find-deliveries/{webhookId}/{start}/{count}',
    summary: 'The deliveries of a webhook of the last 30 days page by page, newest first, with their attempts.',
    access: access.session,
    owns: [{ object: 'webhook', at: 'params.webhookId' }],
    params: z.object({ webhookId: id, start: wholeNumber(0, 1_000_000), count: wholeNumber(1, 100) }),
    reply: z.object({ total: z.number().int(), result: z.array(WebhookDelivery) }),
    refusals: ['notFound'],
  }),
  redeliver: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/webhook/redeliver',
    summary: 'Send a delivery of the log again, under the same webhook-id.',
    access: access.session,
    owns: [{ object: 'webhookDelivery', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'webhookPaused', 'webhookBusy'],
  }),
} as const
