// Reads the session user again after a change that may have touched his own rights, so that menu and controls follow at once.
import { api } from './api.ts'
import { session } from './session.ts'

export async function refreshSession(): Promise<void> {
  const before = session.token()
  const fresh = await api.security.getMyUser({}, { background: true })
  if (fresh.token === before && session.token() === before) session.open(fresh)
}
