// Binds the calls for a user's own preferences.
import { Refusal, type UserPreference } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import { findUsersByKeyword } from './find-users-by-keyword.ts'

export const userHandlers: GroupHandlers<'user'> = {
  findByKeyword: ({ services, session, params }) => findUsersByKeyword(services, session, params.keyword),
  getMyUserPreference: async ({ services, params, session }) => {
    if (params.userId !== session.userId) throw new Refusal('notFound')
    const row = await services.db.selectFrom('user_preference').select('preference').where('user_id', '=', session.userId).executeTakeFirst()
    return (row?.preference ?? {}) as UserPreference
  },
  saveMyUserPreference: async ({ services, body, session }) => {
    const values = { preference: JSON.stringify(body.preference), updated_at: new Date(services.clock.nowMs()) }
    await services.db
      .insertInto('user_preference')
      .values({ user_id: session.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    return { message: 'Preferences saved.' }
  },
}
