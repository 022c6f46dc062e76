// Binds the calls for a user's own preferences.
import { Refusal, type UserPreference } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findUsersByKeyword } from './find-users-by-keyword.ts'

export function userHandlers(services: Services): GroupHandlers<'user'> {
  const { db, clock } = services
  return {
    findByKeyword: ({ session, params }) => findUsersByKeyword(services, session, params.keyword),
    getMyUserPreference: async ({ params, session }) => {
      if (params.userId !== session.userId) throw new Refusal('notFound')
      const row = await db.selectFrom('user_preference').select('preference').where('user_id', '=', session.userId).executeTakeFirst()
      return (row?.preference ?? {}) as UserPreference
    },
    saveMyUserPreference: async ({ body, session }) => {
      const values = { preference: JSON.stringify(body.preference), updated_at: new Date(clock.nowMs()) }
      await db
        .insertInto('user_preference')
        .values({ user_id: session.userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute()
      return { message: 'Preferences saved.' }
    },
  }
}
