// Returns the user to change, locked, if within the actor's reach: nobody edits a user who holds a key that the actor
// lacks.
import { Refusal, type WholeBody } from '@clubfolio/contract'
import type { ColumnNames } from '../../db/to-columns.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { requireKeysHeld, type Actor } from '../rights/lock-rights.ts'
import { readUserKeys } from '../rights/read-keys.ts'

export type UserFields = Omit<WholeBody<'userAdmin', 'update'>, 'id'>

export const userColumnNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phoneNumber: 'phone_number',
  status: 'status',
} as const satisfies ColumnNames<UserFields, 'app_user'>

/** Throws `notFound` or `keyNotHeld`. */
export async function requireUser(
  trx: Trx,
  actor: Actor,
  userId: string,
): Promise<UserFields & { readonly isConfirmed: boolean }> {
  const row = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email', 'phone_number', 'status', 'confirmed_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  requireKeysHeld(actor, await readUserKeys(trx, userId))
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    status: row.status,
    isConfirmed: row.confirmed_at !== null,
  }
}

/** A user as written to the audit log: only the last digits of the phone number. */
export const auditedUser = ({ firstName, lastName, email, phoneNumber, status }: UserFields) => ({
  firstName,
  lastName,
  email,
  phone: lastDigits(phoneNumber),
  status,
})

/** `lastDigits('+12125550123')` is "0123". */
export const lastDigits = (phoneNumber: string): string => phoneNumber.slice(-4)
