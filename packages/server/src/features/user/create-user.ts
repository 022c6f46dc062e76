// Creates a user with a password and system groups. Used by the demonstration and by tests; screens for it follow the
// same path.
import type { systemGroups } from '@clubfolio/contract'
import { newId } from '../../kernel/id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type SystemGroupKey = (typeof systemGroups)[number]['nameKey']

export interface NewUser {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** E.164, e.g. +12125550123. */
  readonly phoneNumber: string
  readonly passwordHash: string
  readonly groups: readonly SystemGroupKey[]
}

/** Inserts an active user and returns the id. */
export async function createUser(trx: Trx, clock: Clock, user: NewUser): Promise<string> {
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('app_user')
    .values({
      id,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      phone_number: user.phoneNumber,
      password_hash: user.passwordHash,
      status: 'ACTIVE',
      is_system: false,
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (user.groups.length === 0) return id
  await trx
    .insertInto('user_group_member')
    .columns(['user_id', 'group_id'])
    .expression((eb) =>
      eb
        .selectFrom('user_group')
        .select((select) => [select.val(id).as('user_id'), 'id'])
        .where('name_key', 'in', [...user.groups]),
    )
    .execute()
  return id
}
