// Adding a passkey: the password again and a challenge, then the new credential of the device. Nothing else ends; the
// user gets a mail.
import { randomBytes } from 'node:crypto'
import { Refusal, type BodyOf, type PasskeyCreation } from '@clubfolio/contract'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { renewFactor } from '../../kernel/strong-factor.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { requireRoomForMethod } from '../sign-in-method/lock-methods.ts'
import { methodChangedMail } from '../sign-in-method/method-mail.ts'
import {
  challengeLifeMs,
  findOfferedPasskeys,
  passkeyPlace,
  storeChallenge,
  takeChallenge,
  verifyNewPasskey,
} from '../sign-in-method/passkey.ts'

const handleBytes = 32

export async function startPasskey(
  services: Services,
  caller: Caller,
  session: Session,
  password: string,
): Promise<PasskeyCreation> {
  const { db, config } = services
  const { userId, email, firstName, lastName } = session
  const rpId = passkeyPlace(config)
  await recheckPassword(services, caller, userId, password)
  const { handle, known } = await inTransaction(db, async (trx) => {
    await requireRoomForMethod(trx, session)
    return { handle: await readHandle(trx, userId), known: await findOfferedPasskeys(trx, userId) }
  })
  const { challenge, pubKeyCredParams, user } = await generateRegistrationOptions({
    rpName: 'Clubfolio',
    rpID: rpId,
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    userID: new Uint8Array(handle),
  })
  return {
    challengeId: await storeChallenge(services, challenge, { purpose: 'REGISTER', userId }),
    options: {
      rp: { id: rpId, name: 'Clubfolio' },
      user: { id: user.id, name: user.name, displayName: user.displayName },
      challenge,
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
      timeout: challengeLifeMs,
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    },
  }
}

/** Random bytes: devices show and store them, so they are neither an id nor an address. */
async function readHandle(trx: Trx, userId: string): Promise<Buffer> {
  const { passkey_handle: stored } = await trx
    .selectFrom('app_user')
    .select('passkey_handle')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (stored) return stored
  const made = randomBytes(handleBytes)
  await trx.updateTable('app_user').set({ passkey_handle: made }).where('id', '=', userId).execute()
  return made
}

export async function finishPasskey(
  services: Services,
  caller: Caller,
  session: Session,
  { challengeId, name, answer }: BodyOf<'signInMethod', 'finishPasskey'>,
): Promise<void> {
  const { db, clock, mail, background, config } = services
  const { userId } = session
  const challenge = await takeChallenge(services, challengeId, { purpose: 'REGISTER', userId })
  const { credential } = await verifyNewPasskey(services, answer, challenge)
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  await inTransaction(db, async (trx) => {
    await requireRoomForMethod(trx, session)
    const stored = await trx
      .insertInto('sign_in_factor')
      .values({
        id,
        user_id: userId,
        kind: 'PASSKEY',
        name,
        secret_sealed: null,
        created_at: now,
        confirmed_at: now,
        last_used_at: null,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: answer.response.transports ?? [],
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw new Refusal('passkeyRefused')
    if (session.proof?.isTooWeak) await renewFactor(trx, clock, session.id, 'PASSKEY')
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'sign-in-method.add',
      objectType: 'sign-in method',
      objectId: id,
      after: { kind: 'PASSKEY', name },
      requestId: caller.requestId,
      address: caller.address,
    })
  })
  background.start('mail about a new sign-in method', () =>
    mail.send(
      methodChangedMail(
        session.email,
        `The passkey "${name}" was added to your Clubfolio user just now.`,
        config.origin,
      ),
    ),
  )
}
