// Where a session listens at the broker: a name that only the session is told and nobody can guess, made from the installation's key,
// so that it stands in no table. It says nothing any more once the session is over, because nothing is sent there.
import type { SecretBox } from '../../kernel/secret.ts'

export const stompDestination = (secrets: SecretBox, sessionId: string): string => `/topic/clubfolio.${secrets.fingerprint(sessionId, 'push channel').toString('base64url')}`
