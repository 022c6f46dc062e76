// Confirms a live session by a passkey of its user. A passkey cannot be guessed, so no tries are counted; a challenge
// counts once, whatever its answer is worth.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { findPasskey, raiseCounter, takeChallenge, verifyAssertion } from '../sign-in-method/passkey.ts'
import { recordConfirmation } from './confirm-by-code.ts'
import { reportCopy } from './sign-in-by-passkey.ts'

/** Throws `passkeyRefused`. */
export async function confirmByPasskey(
  services: Services,
  caller: Caller,
  session: Session,
  { challengeId, answer }: BodyOf<'signInMethod', 'finishPasskeyConfirmation'>,
): Promise<void> {
  const { db, clock } = services
  const { userId } = session
  const challenge = await takeChallenge(services, challengeId, { purpose: 'CONFIRM', userId })
  const passkey = await findPasskey(db, answer)
  if (passkey.userId !== userId) throw new Refusal('passkeyRefused')
  const counter = await verifyAssertion(services, passkey, answer, { challenge, needsVerifiedUser: false })
  const isConfirmed = await inTransaction(db, async (trx) => {
    await lockMethods(trx, userId)
    if (await raiseCounter(trx, clock, passkey.id, counter)) {
      await recordConfirmation(trx, clock, { caller, session, factor: 'PASSKEY' })
      return true
    }
    await reportCopy(services, trx, caller, passkey)
    return false
  })
  if (!isConfirmed) throw new Refusal('passkeyRefused')
}
