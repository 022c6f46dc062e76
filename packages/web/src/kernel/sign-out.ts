// Sign-out by the user: notifies the server and clears this browser.
import { api } from './api.ts'
import { forgetPushDevice } from './push-device.ts'
import { session } from './session.ts'

/**
 * Ends the session locally at once and notifies the server at the same time. If that call fails, the session ends there
 * at its expiry.
 */
export function signOut(): void {
  if (session.user()) api.security.logout({}, { background: true }).catch(() => undefined)
  forgetPushDevice().catch(() => undefined)
  session.end('logout')
}
