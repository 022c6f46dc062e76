// A message for a browser in the form of its push service: encrypted for the browser alone (RFC 8291) and signed with
// the server's key (RFC 8292).
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import type { OutboundRequest } from './port.ts'

export interface PushSubscriptionKeys {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface VapidKey {
  readonly publicKey: string
  readonly privateKey: string
  /** Whom the push service may write to: `https://club.example`. */
  readonly subject: string
}

export interface WebPushMessage {
  /** What the browser's service worker reads. */
  readonly text: string
  /** How long the push service keeps it for a browser that is not reachable. */
  readonly lifeSeconds: number
  readonly urgency: 'low' | 'normal' | 'high'
  /** A newer message of the same topic replaces one that waits at the push service. */
  readonly topic: string
}

const timeLimitMs = 10_000

/** Every message has the same length, so that its length says nothing. Throws when a key of the browser is damaged. */
export async function webPushRequest(
  { endpoint, p256dh, auth }: PushSubscriptionKeys,
  { text, lifeSeconds, urgency, topic }: WebPushMessage,
  vapid: VapidKey,
): Promise<OutboundRequest> {
  const browser = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  // The library signs for https alone. Only a network that the configuration allows is called by http, and its push
  // service is signed for under the same host.
  const { headers } = await vapidHeaders({ ...browser, endpoint: endpoint.replace(/^http:/, 'https:') }, vapid)
  return {
    url: endpoint,
    headers: {
      ...headers,
      ttl: String(lifeSeconds),
      urgency,
      topic,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    },
    body: await encryptNotification(browser, new TextEncoder().encode(text)),
    timeLimitMs,
  }
}
