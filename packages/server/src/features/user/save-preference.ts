// Changes a user's preferences key by key, so that changes made in another tab or browser are preserved.
import { Refusal, UserPreference, type BodyOf } from '@clubfolio/contract'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Services } from '../../services.ts'

export async function savePreference(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  { preference, isReset, ...rest }: BodyOf<'user', 'saveMyUserPreference'>,
): Promise<void> {
  noFieldLeft(rest)
  const updatedAt = new Date(clock.nowMs())
  await db.transaction().execute(async (trx) => {
    // Inserts the row before locking it: of two first changes the second waits for the first.
    await trx
      .insertInto('user_preference')
      .values({ user_id: userId, preference: '{}', updated_at: updatedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await trx
      .selectFrom('user_preference')
      .select('preference')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = isReset ? {} : row.preference
    const merged = UserPreference.safeParse(
      Object.fromEntries(Object.entries({ ...before, ...preference }).filter(([, value]) => value !== null)),
    )
    if (!merged.success) throw new Refusal('preferenceTooLarge')
    await trx
      .updateTable('user_preference')
      .set({ preference: JSON.stringify(merged.data), updated_at: updatedAt })
      .where('user_id', '=', userId)
      .execute()
  })
}
