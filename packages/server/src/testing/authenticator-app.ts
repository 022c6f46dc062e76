// An authenticator app in the hand of a test.
import { Secret, TOTP } from 'otpauth'
import { newId } from '../kernel/id.ts'
import { sealedFor } from '../kernel/sealed-column.ts'
import { newTotpSecret } from '../features/sign-in-method/totp.ts'
import type { ObjectOwner, TestGround } from './test-app.ts'

/** The code that an app with this secret shows at `nowMs`. */
export const codeAt = (secret: string, nowMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })

/** A code that no app with this secret shows around `nowMs`. */
export function wrongCodeAt(secret: string, nowMs: number): string {
  const shown = [-30_000, 0, 30_000].map((apart) => codeAt(secret, nowMs + apart))
  return ['000000', '000001', '000002', '000003'].find((code) => !shown.includes(code))!
}

/** Gives the user a confirmed authenticator app without the calls that ask for a password. */
export async function addAuthenticator(
  { services: { db, clock, secrets } }: Pick<TestGround, 'services'>,
  { user }: Pick<ObjectOwner, 'user'>,
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = newId(clock)
  const secret = newTotpSecret()
  const now = new Date(clock.nowMs())
  await db
    .insertInto('sign_in_factor')
    .values({
      id,
      user_id: user.id,
      kind: 'AUTHENTICATOR',
      name: 'Phone',
      secret_sealed: secrets.seal(secret, sealedFor('sign_in_factor', id, 'secret')),
      created_at: now,
      confirmed_at: now,
      last_used_at: null,
    })
    .execute()
  return { id, secret }
}
