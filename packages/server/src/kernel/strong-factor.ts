// Which users need more than a text message: those in an active group that requires a strong factor. Read with every
// request, so that the requirement counts from the next request on.
import { freshFactorMs, strongFactors, type SessionFactor } from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import type { Trx } from './transaction.ts'

/** Returns the condition in SQL that a group of the user in this column requires a strong factor. */
export const isStrongFactorRequiredOf = (userColumn: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from user_group_member required_m
  join user_group required_g
    on required_g.id = required_m.group_id and required_g.status = 'ACTIVE' and required_g.requires_strong_factor
  where required_m.user_id = ${sql.ref(userColumn)})`

/** Returns the condition in SQL that the factor in this column is strong enough for the user in the other. */
export const hasRequiredFactor = (factorColumn: string, userColumn: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(factorColumn)} = any(${[...strongFactors]}::text[])
    or not ${isStrongFactorRequiredOf(userColumn)})`

export async function isStrongFactorRequired(db: Db | Trx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isRequired: boolean }>`
    select ${isStrongFactorRequiredOf('u.id')} as "isRequired" from app_user u where u.id = ${userId}
  `.execute(db)
  return rows[0]?.isRequired ?? false
}

/** How the user of a session proved that it is them, beside the password. */
export interface SessionProof {
  readonly factor: SessionFactor
  readonly atMs: number
  /** A group of the user requires a strong factor, and this is none. */
  readonly isTooWeak: boolean
}

/** Whether the proof is at most 10 minutes old. */
export const isProofFresh = (proof: SessionProof | undefined, clock: Clock): boolean =>
  proof !== undefined && clock.nowMs() - proof.atMs <= freshFactorMs

export const isStrong = (proof: SessionProof | undefined): boolean =>
  proof !== undefined && strongFactors.includes(proof.factor)

/** Records that the session was confirmed by `factor` just now. */
export async function renewFactor(trx: Trx, clock: Clock, sessionId: string, factor: SessionFactor): Promise<void> {
  await trx
    .updateTable('session')
    .set({ factor, factor_at: new Date(clock.nowMs()) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
