// Which methods a user has for the step after the password.
import type { StepMethod } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isStrongFactorRequiredOf } from '../../kernel/strong-factor.ts'
import type { Trx } from '../../kernel/transaction.ts'

export interface MethodState {
  /** Confirmed ones; text messages and recovery codes are not among them. */
  readonly authenticators: number
  readonly passkeys: number
  readonly recoveryCodesLeft: number
  readonly isSmsOn: boolean
  /** Whether a group of the user requires a strong factor. */
  readonly isStrongFactorRequired: boolean
}

export async function readMethodState(db: Db | Trx, userId: string): Promise<MethodState> {
  const { rows } = await sql<MethodState>`
    select u.takes_sms as "isSmsOn", ${isStrongFactorRequiredOf('u.id')} as "isStrongFactorRequired",
      (select count(*)::int from sign_in_factor f
        where f.user_id = u.id and f.kind = 'AUTHENTICATOR' and f.confirmed_at is not null) as authenticators,
      (select count(*)::int from sign_in_factor f where f.user_id = u.id and f.kind = 'PASSKEY') as passkeys,
      (select count(*)::int from recovery_code c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft"
    from app_user u where u.id = ${userId}
  `.execute(db)
  return (
    rows[0] ?? { authenticators: 0, passkeys: 0, recoveryCodesLeft: 0, isSmsOn: true, isStrongFactorRequired: false }
  )
}

/** Whether the user has a method that is stronger than a text message. */
export const hasStrongMethod = ({ authenticators, passkeys }: MethodState): boolean => authenticators + passkeys > 0

/**
 * Returns what may answer the step after the password, the preferred method first; undefined for users who have text
 * messages only.
 */
export function stepMethods(state: MethodState): readonly StepMethod[] | undefined {
  if (!hasStrongMethod(state)) return undefined
  return [
    ...(state.passkeys > 0 ? (['PASSKEY'] as const) : []),
    ...(state.authenticators > 0 ? (['AUTHENTICATOR'] as const) : []),
    ...(state.isSmsOn ? (['SMS'] as const) : []),
    ...(state.recoveryCodesLeft > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
}
