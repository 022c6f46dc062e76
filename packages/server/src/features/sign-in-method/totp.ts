// Codes of authenticator apps: RFC 6238 with SHA-1, 30 seconds and 6 digits, what every app supports. One step of drift
// is allowed either way, and a step that was accepted once is never accepted again.
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../../kernel/clock.ts'
import type { SecretBox } from '../../kernel/secret.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Trx } from '../../kernel/transaction.ts'

const periodSeconds = 30
const driftSteps = 1
const secretBytes = 20

/** Returns a new secret in base 32: `JBSWY3DPEHPK3PXP...`, 160 random bits. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

const totpOf = (secret: string, email = 'user'): TOTP =>
  new TOTP({
    issuer: 'Clubfolio',
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })

/** `totpAddress(secret, 'ann@example.test')` is `otpauth://totp/Clubfolio:ann%40example.test?issuer=...`. */
export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/** Returns the step of the code, counted in 30 seconds since 1970, or undefined for a code outside the drift. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: driftSteps })
  return delta === null ? undefined : Math.floor(nowMs / (periodSeconds * 1000)) + delta
}

export interface TotpServices {
  readonly clock: Clock
  readonly secrets: SecretBox
}

/**
 * Checks `code` against the user's authenticator apps and uses its step up, in one statement: of any number of parallel
 * requests with the same code exactly one gets true.
 */
export async function acceptTotp({ clock, secrets }: TotpServices, trx: Trx, userId: string, code: string) {
  const apps = await trx
    .selectFrom('sign_in_factor')
    .select(['id', 'secret_sealed'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'AUTHENTICATOR')
    .where('confirmed_at', 'is not', null)
    .execute()
  const nowMs = clock.nowMs()
  for (const { id, secret_sealed: sealed } of apps) {
    const step = sealed
      ? stepOfCode(secrets.open(sealed, sealedFor('sign_in_factor', id, 'secret')), code, nowMs)
      : undefined
    if (step === undefined) continue
    if (!(await useStep(trx, userId, step))) return false
    await trx
      .updateTable('sign_in_factor')
      .set({ last_used_at: new Date(nowMs) })
      .where('id', '=', id)
      .execute()
    return true
  }
  return false
}

/** Returns false when this step, or a later one, was accepted before. */
export async function useStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  const used = await trx
    .updateTable('app_user')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where('totp_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
