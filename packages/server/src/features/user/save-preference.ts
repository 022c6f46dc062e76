// Changes a user's preferences key by key, so that what another tab or another browser changed stays.
import { Refusal, UserPreference } from '@clubfolio/contract'
import type { Services } from '../../services.ts'

export interface PreferenceChange {
  /** Changed keys; null takes one away. */
  readonly preference: UserPreference
  /** All keys that are not named go as well. */
  readonly isReset?: boolean | undefined
}

export async function savePreference({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string, { preference, isReset }: PreferenceChange): Promise<void> {
  const updatedAt = new Date(clock.nowMs())
  await db.transaction().execute(async (trx) => {
    // The row is there before it is locked: of two first changes the second waits for the first.
    await trx.insertInto('user_preference').values({ user_id: userId, preference: '{}', updated_at: updatedAt }).onConflict((conflict) => conflict.doNothing()).execute()
    const row = await trx.selectFrom('user_preference').select('preference').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    const before = isReset ? {} : (row.preference as UserPreference)
    const merged = UserPreference.safeParse(Object.fromEntries(Object.entries({ ...before, ...preference }).filter(([, value]) => value !== null)))
    if (!merged.success) throw new Refusal('preferenceTooLarge')
    await trx.updateTable('user_preference').set({ preference: JSON.stringify(merged.data), updated_at: updatedAt }).where('user_id', '=', userId).execute()
  })
}
