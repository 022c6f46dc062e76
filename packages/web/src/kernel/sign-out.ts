// Leaving on purpose: tell the server, clear this browser.
import { api } from './api.ts'
import { session } from './session.ts'

/** Ends the session here at once; the server hears of it in the same moment, and ends it by itself at expiry if it does not. */
export function signOut(): void {
  if (session.user()) api.security.logout({}, { background: true }).catch(() => undefined)
  session.end('logout')
}
