// Server push: messages of one numbered log, each with its position, so that a browser that was disconnected reports
// its last position and receives exactly what it missed. Source: docs/rules/wire.md, "Push messages";
// docs/decisions/0009-push.md.
import { z } from 'zod'
import { access } from './access.ts'
import { route } from './route.ts'
import { Task } from './task.ts'

/** The subject of a message. Tasks are sent in full; for the others the browser refetches what it shows. */
export const PushContent = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('task'), task: Task }),
  z.object({ topic: z.literal('notification') }),
  z.object({ topic: z.literal('alert') }),
  z.object({ topic: z.literal('order') }),
  /** Positions, cash or transactions of an account. */
  z.object({ topic: z.literal('account') }),
])
export type PushContent = z.output<typeof PushContent>
export type PushTopic = PushContent['topic']

const position = z.number().int().min(0)

export const PushedMessage = z.object({ position, content: PushContent }).meta({ id: 'PushedMessage' })
export type PushedMessage = z.output<typeof PushedMessage>

/** Signals sent over the socket. */
export const PushSignal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), ...PushedMessage.shape }),
  /** Everything up to this position has been delivered; sent after the missed messages and every half minute. */
  z.object({ type: z.literal('position'), position }),
  /** Too much was missed: reload everything and continue from here. */
  z.object({ type: z.literal('reload'), position }),
])
export type PushSignal = z.output<typeof PushSignal>

/**
 * Path of the socket; the ticket and the last received position (`after`, absent on the first connection) are query
 * parameters.
 */
export const pushSocketPath = '/ws/push'

/** Where the browser subscribes: our own socket, or a broker that speaks STOMP over a WebSocket. */
export const PushChannel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('socket') }),
  z.object({
    kind: z.literal('stomp'),
    url: z.string(),
    login: z.string(),
    passcode: z.string(),
    virtualHost: z.string(),
    destination: z.string(),
  }),
])
export type PushChannel = z.output<typeof PushChannel>

export const pushRoutes = {
  findChannel: route({
    method: 'GET',
    path: '/v1/api/push/find-channel',
    summary: 'Where this session listens for messages: our own socket, or the broker that the configuration names.',
    access: access.session,
    reply: PushChannel,
  }),
  findMissed: route({
    method: 'GET',
    path: '/v1/api/push/find-missed/{after}',
    summary:
      'The messages for the session user after a position, or, when too much was missed, the order to read ' +
      'everything again. Without a position, only the current end of the log.',
    access: access.session,
    params: z.object({
      after: z.codec(z.string(), position.nullable(), {
        decode: (wire) => (wire === 'null' ? null : /^\d+$/.test(wire) ? Number(wire) : Number.NaN),
        encode: (value) => String(value),
      }),
    }),
    reply: z.object({ position, isReload: z.boolean(), result: z.array(PushedMessage) }),
  }),
} as const
