// Refetches the session user after a change that may have affected their own rights, so that menu and controls update
// at once.
import { api } from './api.ts'
import { session } from './session.ts'

export async function refreshSession(): Promise<void> {
  session.renew(await api.security.getMyUser({}, { background: true }))
}
