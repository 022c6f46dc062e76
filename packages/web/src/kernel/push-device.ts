// Web push in this browser, as the page sees it: what the browser allows, and the end of it at a sign-out.
import { unnotePushDevice } from './noted-push-device.ts'

export type PushStanding = 'UNSUPPORTED' | 'NEEDS_INSTALL' | 'DENIED' | 'POSSIBLE'

/** An iPhone or iPad has web push only for pages on its home screen. */
export function readPushStanding(): PushStanding {
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)
    return Notification.permission === 'denied' ? 'DENIED' : 'POSSIBLE'
  return /\b(iPhone|iPad)\b/.test(navigator.userAgent) ? 'NEEDS_INSTALL' : 'UNSUPPORTED'
}

/**
 * Ends web push in this browser: nothing of a message is shown from here on, and the push service refuses the address.
 * The server ends the device with the session, or with that refusal.
 */
export async function forgetPushDevice(): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  await unnotePushDevice().catch(() => undefined)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
