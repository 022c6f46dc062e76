// The broker destination of a session: a name that only the session receives and nobody can guess, derived from the
// installation's key, so that it is not stored in any table. After the session ends, nothing is sent there.
import type { SecretBox } from '../../kernel/secret.ts'

/**
 * Returns the destinations of a session, the one it is given first. During a key change, sessions that were given the
 * other key's name listen on that one.
 */
export const stompDestinations = (secrets: SecretBox, sessionId: string): readonly [string, ...string[]] => {
  const [newest, ...older] = secrets.fingerprints(sessionId, 'push channel')
  return [nameOf(newest), ...older.map(nameOf)]
}

const nameOf = (fingerprint: Buffer): string => `/topic/clubfolio.${fingerprint.toString('base64url')}`
