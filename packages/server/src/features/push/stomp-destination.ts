// Where a session listens at the broker: a name that only the session is told and nobody can guess, made from the installation's key,
// so that it stands in no table. It says nothing any more once the session is over, because nothing is sent there.
import type { SecretBox } from '../../kernel/secret.ts'

/** What a session is told first; while the key changes, those who were told the other key's name listen there. */
export const stompDestinations = (secrets: SecretBox, sessionId: string): readonly [string, ...string[]] => {
  const [newest, ...older] = secrets.fingerprints(sessionId, 'push channel')
  return [nameOf(newest), ...older.map(nameOf)]
}

const nameOf = (fingerprint: Buffer): string => `/topic/clubfolio.${fingerprint.toString('base64url')}`
