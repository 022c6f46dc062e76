// Binds the calls for a user's own preferences.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { findUsersByKeyword } from '../features/user/find-users-by-keyword.ts'
import { savePreference } from '../features/user/save-preference.ts'

export const userHandlers: GroupHandlers<'user'> = {
  findByKeyword: ({ services, session, params }) => findUsersByKeyword(services, session, params.keyword),
  getMyUserPreference: async ({ services, params, session }) => {
    if (params.userId !== session.userId) throw new Refusal('notFound')
    const row = await services.db
      .selectFrom('user_preference')
      .select('preference')
      .where('user_id', '=', session.userId)
      .executeTakeFirst()
    return row?.preference ?? {}
  },
  saveMyUserPreference: async ({ services, body, session }) => {
    await savePreference(services, session.userId, body)
    return { message: 'Preferences saved.' }
  },
}
