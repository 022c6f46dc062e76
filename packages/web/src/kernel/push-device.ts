// Web push in this browser, as the page sees it: what the browser allows, its subscription, and the end of it at a
// sign-out.
import type { PushKeys } from './check-push-device.ts'
import { unnotePushDevice } from './noted-push-device.ts'

export type PushStanding = 'UNSUPPORTED' | 'NEEDS_INSTALL' | 'DENIED' | 'POSSIBLE'

/** An iPhone or iPad has web push only for pages on its home screen. */
export function readPushStanding(): PushStanding {
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)
    return Notification.permission === 'denied' ? 'DENIED' : 'POSSIBLE'
  return /\b(iPhone|iPad)\b/.test(navigator.userAgent) ? 'NEEDS_INSTALL' : 'UNSUPPORTED'
}

const keysOf = (subscription: PushSubscription): PushKeys => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

const findSubscription = async (): Promise<PushSubscription | null | undefined> =>
  'serviceWorker' in navigator
    ? (await navigator.serviceWorker.getRegistration())?.pushManager?.getSubscription()
    : undefined

/** The present subscription of this browser. */
export async function findPushKeys(): Promise<PushKeys | undefined> {
  const subscription = await findSubscription()
  return subscription ? keysOf(subscription) : undefined
}

/** Subscribes with the key of the server; permission has been granted before. */
export async function subscribePush(publicKey: string): Promise<PushKeys> {
  // Without a worker `ready` never settles.
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active) throw new Error('Notifications are not available yet. Reload the page and try again.')
  const { pushManager } = registration
  return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/**
 * Ends web push in this browser: nothing of a message is shown from here on, and the push service refuses the address.
 * The server ends the device with the session, or with that refusal.
 */
export async function forgetPushDevice(): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  await unnotePushDevice().catch(() => undefined)
  await (await findSubscription())?.unsubscribe()
  // What is still shown is not for the next person at this device.
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}
