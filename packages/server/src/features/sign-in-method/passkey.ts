// Passkeys by WebAuthn: one-use challenges that are stored here, and the check of what a device answered. The place
// they are bound to is the public address of this installation.
import { isIP } from 'node:net'
import { Refusal, type PasskeyAssertion, type PasskeyAttestation, type PasskeyRequest } from '@clubfolio/contract'
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyChallengePurpose } from '../../db/tables/security-tables.ts'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

export const challengeLifeMs = 5 * 60 * 1000

export interface PasskeyServices {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
}

/**
 * Returns the name that passkeys are bound to: `club.example` for `https://club.example`. Throws `passkeysUnavailable`
 * for an address without a name, which browsers refuse.
 */
export function passkeyPlace({ origin }: Pick<Config, 'origin'>): string {
  const { hostname } = new URL(origin)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) throw new Refusal('passkeysUnavailable')
  return hostname
}

export interface ChallengeUse {
  readonly purpose: PasskeyChallengePurpose
  /** Null for signing in by the passkey alone. */
  readonly userId: string | null
}

/** Stores a challenge and returns its id. */
export async function storeChallenge(
  { db, clock }: Pick<PasskeyServices, 'db' | 'clock'>,
  challenge: string,
  { purpose, userId }: ChallengeUse,
): Promise<string> {
  const id = newId(clock)
  await db
    .insertInto('passkey_challenge')
    .values({
      id,
      purpose,
      challenge,
      user_id: userId,
      expires_at: new Date(clock.nowMs() + challengeLifeMs),
    })
    .execute()
  return id
}

/** Uses the challenge up, whatever the answer to it is worth. Throws `passkeyRefused`. */
export async function takeChallenge(
  { db, clock }: Pick<PasskeyServices, 'db' | 'clock'>,
  id: string,
  { purpose, userId }: ChallengeUse,
): Promise<string> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .returning('challenge')
    .executeTakeFirst()
  if (!taken) throw new Refusal('passkeyRefused')
  return taken.challenge
}

export interface OfferedPasskey {
  readonly id: string
  readonly type: 'public-key'
  readonly transports: string[]
}

/** The passkeys of a user as a browser wants them named. */
export async function findOfferedPasskeys(db: Db | Trx, userId: string): Promise<OfferedPasskey[]> {
  const rows = await db
    .selectFrom('sign_in_factor')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'PASSKEY')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.credential_id!.toString('base64url'),
    type: 'public-key',
    transports: row.transports,
  }))
}

/**
 * Makes a challenge for signing in: with a user, after the password or to confirm a session; without one, by the
 * passkey alone.
 */
export async function makePasskeyRequest(
  services: PasskeyServices,
  userId: string | null,
  purpose: PasskeyChallengePurpose = userId === null ? 'SIGN_IN' : 'STEP',
): Promise<PasskeyRequest> {
  const rpId = passkeyPlace(services.config)
  const userVerification = userId === null ? 'required' : 'preferred'
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, userVerification })
  return {
    challengeId: await storeChallenge(services, challenge, { purpose, userId }),
    options: {
      rpId,
      challenge,
      timeout: challengeLifeMs,
      allowCredentials: userId === null ? [] : await findOfferedPasskeys(services.db, userId),
      userVerification,
    },
  }
}

export type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** Throws `passkeyRefused`. */
export async function verifyNewPasskey(
  { config }: Pick<PasskeyServices, 'config'>,
  answer: PasskeyAttestation,
  challenge: string,
): Promise<NewPasskey> {
  const { registrationInfo } = await refusingFaults(() =>
    verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {}, response: withoutTransports(answer) },
      expectedChallenge: challenge,
      expectedOrigin: config.origin,
      expectedRPID: passkeyPlace(config),
      requireUserVerification: false,
    }),
  )
  if (!registrationInfo) throw new Refusal('passkeyRefused')
  return registrationInfo
}

const withoutTransports = ({ response: { clientDataJSON, attestationObject } }: PasskeyAttestation) => ({
  clientDataJSON,
  attestationObject,
})

export interface StoredPasskey {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly handle: Buffer | null
}

/** Returns the passkey of an active user by what the device calls it. Throws `passkeyRefused`. */
export async function findPasskey(db: Db, answer: PasskeyAssertion): Promise<StoredPasskey> {
  const row = await db
    .selectFrom('sign_in_factor as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select(['f.id', 'u.id as userId', 'u.email', 'f.name', 'f.credential_id', 'f.public_key', 'u.passkey_handle'])
    .where('f.credential_id', '=', Buffer.from(answer.id, 'base64url'))
    .where('f.kind', '=', 'PASSKEY')
    .where('u.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!row?.credential_id || !row.public_key) throw new Refusal('passkeyRefused')
  const { id, userId, email, name, credential_id: credentialId, public_key: publicKey } = row
  return { id, userId, email, name, credentialId, publicKey, handle: row.passkey_handle }
}

export interface AssertionCheck {
  readonly challenge: string
  readonly needsVerifiedUser: boolean
}

/**
 * Checks origin, place, challenge, signature and the user's handle, and returns the device's count of signatures,
 * which `raiseCounter` judges. Throws `passkeyRefused`.
 */
export async function verifyAssertion(
  { config }: Pick<PasskeyServices, 'config'>,
  passkey: StoredPasskey,
  answer: PasskeyAssertion,
  { challenge, needsVerifiedUser }: AssertionCheck,
): Promise<number> {
  const { userHandle, ...response } = answer.response
  const isForeign = userHandle !== undefined && !passkey.handle?.equals(Buffer.from(userHandle, 'base64url'))
  if (isForeign || (needsVerifiedUser && userHandle === undefined)) throw new Refusal('passkeyRefused')
  const { verified, authenticationInfo } = await refusingFaults(() =>
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: config.origin,
      expectedRPID: passkeyPlace(config),
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        // Judged by the database, so that parallel answers cannot pass together.
        counter: 0,
      },
      requireUserVerification: needsVerifiedUser,
    }),
  )
  if (!verified) throw new Refusal('passkeyRefused')
  return authenticationInfo.newCounter
}

/**
 * Records the use and the count. Returns false when the count did not rise: two devices then have the same key.
 * Devices that do not count always state 0.
 */
export async function raiseCounter(trx: Trx, clock: Clock, id: string, counter: number): Promise<boolean> {
  const raised = await trx
    .updateTable('sign_in_factor')
    .set({ counter: BigInt(counter), last_used_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', BigInt(counter)), eb.and([eb('counter', '=', 0n), eb.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return raised !== undefined
}

/** The library throws plain errors that name what it expected; callers learn only that the answer was refused. */
async function refusingFaults<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('passkeyRefused')
  }
}
