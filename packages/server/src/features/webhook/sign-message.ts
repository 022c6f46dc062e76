// Secrets of webhooks and signatures by Standard Webhooks, version 1: HMAC-SHA256 over id, time and body.
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const secretBytes = 32

/** Returns a new secret in the form that libraries of Standard Webhooks read: `whsec_...`. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

export interface SignedMessage {
  /** The same in every attempt, so that a receiver can tell a repetition. */
  readonly id: string
  readonly body: string
  readonly nowMs: number
  /** One, or two for a day after the secret was replaced. */
  readonly secrets: readonly string[]
}

/** Returns the three headers of a message; with two secrets the signature header has both. */
export function signMessage({ id, body, nowMs, secrets }: SignedMessage): Readonly<Record<string, string>> {
  const at = new Date(nowMs)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/** `messageId('018f-...')` is `msg_018f-...`. */
export const messageId = (deliveryId: string): string => `msg_${deliveryId}`
