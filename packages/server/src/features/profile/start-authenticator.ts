// The first step of adding an authenticator app: the password again, then a secret that opens nothing until a code of
// it is confirmed. A new setup replaces one that was not finished.
import type { AuthenticatorSetup } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { requireRoomForMethod } from '../sign-in-method/lock-methods.ts'
import { newTotpSecret, totpAddress } from '../sign-in-method/totp.ts'

export interface StartAuthenticatorOptions {
  readonly session: Session
  readonly name: string
  readonly password: string
}

export async function startAuthenticator(
  services: Services,
  caller: Caller,
  { session, name, password }: StartAuthenticatorOptions,
): Promise<AuthenticatorSetup> {
  const { db, clock, secrets } = services
  const { userId } = session
  await recheckPassword(services, caller, userId, password)
  const secret = newTotpSecret()
  const id = newId(clock)
  await inTransaction(db, async (trx) => {
    await requireRoomForMethod(trx, session)
    await trx
      .deleteFrom('sign_in_factor')
      .where('user_id', '=', userId)
      .where('kind', '=', 'AUTHENTICATOR')
      .where('confirmed_at', 'is', null)
      .execute()
    await trx
      .insertInto('sign_in_factor')
      .values({
        id,
        user_id: userId,
        kind: 'AUTHENTICATOR',
        name,
        secret_sealed: secrets.seal(secret, sealedFor('sign_in_factor', id, 'secret')),
        created_at: new Date(clock.nowMs()),
        confirmed_at: null,
        last_used_at: null,
      })
      .execute()
  })
  return { id, secret, address: totpAddress(secret, session.email) }
}
