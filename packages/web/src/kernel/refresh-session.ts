// Reads the session user again after a change that may have touched their own rights, so that menu and controls follow at once.
import { api } from './api.ts'
import { session } from './session.ts'

export async function refreshSession(): Promise<void> {
  session.renew(await api.security.getMyUser({}, { background: true }))
}
