// Handles the first right code: from now on the person is known to hold the phone, and the e-mail cannot be registered
// again.
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'

export async function confirmUser(trx: Trx, clock: Clock, userId: string): Promise<void> {
  const now = new Date(clock.nowMs())
  await trx
    .updateTable('app_user')
    .set({ status: 'ACTIVE', confirmed_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('registration').where('user_id', '=', userId).execute()
}

/** A right code was received at the person's number: text messages may be sent there. */
export async function confirmPhone(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('app_user')
    .set((eb) => ({ confirmed_phone: eb.ref('phone_number') }))
    .where('id', '=', userId)
    .where((eb) => eb('confirmed_phone', 'is distinct from', eb.ref('phone_number')))
    .execute()
}
