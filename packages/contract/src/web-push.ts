// Notifications by web push: browsers of a user that show them while no page is open. Calls of our own.
// Source: docs/rules/trading.md, "Notifications".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { id, messageReply, onlyId } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** Browsers of one user that receive notifications. */
export const pushDeviceLimit = 10
/** Test messages of one user within an hour. */
export const pushTestsPerHour = 10

export const PushDevice = z
  .object({
    id,
    /** Browser and system in words, as the device named them when it was saved. */
    browser: z.string(),
    createdAt: instant,
    /** When the push service last accepted a message; null: none was sent yet. */
    lastSentAt: instant.nullable(),
    /** Whether the lock screen shows the whole text, amounts included. */
    showsDetails: z.boolean(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.output<typeof PushDevice>

export const PushDevices = z
  .object({
    /** The server's key, in base64url: what a browser subscribes with. */
    publicKey: z.string(),
    /** The oldest first. */
    devices: z.array(PushDevice),
  })
  .meta({ id: 'PushDevices' })
export type PushDevices = z.output<typeof PushDevices>

/** Bytes in base64url without padding. */
const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), 'This is not a browser key.')

export const webPushRefusals = {
  pushAddress: { status: 400, text: 'This address of a push service cannot be used: {reason}' },
  pushKey: {
    status: 400,
    text: 'This key does not belong to a browser. Switch notifications off and on again on this device.',
    field: 'p256dh',
  },
  pushDevices: { status: 409, text: 'You have reached the limit of {limit} devices. Remove one first.' },
  pushTests: { status: 429, text: 'You have sent {limit} test messages within an hour. Try again later.' },
} as const satisfies Record<string, RefusalDefinition>

export const webPushRoutes = {
  findDevices: route({
    method: 'GET',
    path: '/v1/api/notification/find-push-devices',
    summary: 'The browsers that show notifications to the caller, and the key with which a browser subscribes.',
    access: featureAccess.notification,
    reply: PushDevices,
  }),
  saveDevice: route({
    effect: true,
    secret: true,
    method: 'POST',
    path: '/v1/api/notification/save-push-device',
    summary: 'Let this browser show notifications to the caller; one that is known already is renewed.',
    access: featureAccess.notification,
    body: z.object({
      /** The address that the browser's push service gave out. */
      endpoint: z.string().min(1).max(1000),
      /** The browser's public key: 65 bytes. */
      p256dh: base64url(87),
      /** The browser's secret: 16 bytes. */
      auth: base64url(22),
      showsDetails: z.boolean(),
    }),
    reply: z.object({ id }),
    refusals: ['pushAddress', 'pushKey', 'pushDevices'],
  }),
  removeDevice: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/notification/remove-push-device',
    summary: 'Let a browser show no more notifications to the caller.',
    access: featureAccess.notification,
    owns: [{ object: 'pushDevice', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  testDevice: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/notification/test-push-device',
    summary: 'Send a test message to a browser of the caller.',
    access: featureAccess.notification,
    owns: [{ object: 'pushDevice', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'pushTests'],
  }),
} as const
