// A user's own preferences (theme, arrangement of panels, column choices): one bounded JSON object per user.
import { z } from 'zod'
import { keyword } from './keyword.ts'
import { access, featureAccess } from './access.ts'
import { id, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { AdminUser } from './user-admin.ts'

/** Keys are screen or widget names; the whole object is at most 32 KB of JSON. */
export const UserPreference = z
  .record(z.string().max(64), z.json())
  .refine((value) => JSON.stringify(value).length <= 32_768, 'Preferences are limited to 32 KB.')
  .meta({ id: 'UserPreference' })
export type UserPreference = z.output<typeof UserPreference>

export const userRefusals = {
  preferenceTooLarge: {
    status: 409,
    text: 'Your saved arrangement has reached 32 KB and cannot grow. Reset it on the User Profile screen.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** A user as a search shows them: in full with VU, otherwise only their name and a masked e-mail. */
export const FoundUser = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    fullName: z.string(),
    phoneNumber: z.string(),
    /** These three only with VU. */
    status: AdminUser.shape.status.optional(),
    groups: AdminUser.shape.groups.optional(),
    missingKeys: AdminUser.shape.missingKeys.optional(),
  })
  .meta({ id: 'FoundUser' })
export type FoundUser = z.output<typeof FoundUser>

export const userRoutes = {
  findByKeyword: route({
    method: 'GET',
    path: '/v1/api/user/{keyword}',
    summary:
      'Users whose name or e-mail contains the keyword: at most 50 in full with VU; with CMA at most 10, name ' +
      'and masked e-mail only, of confirmed users that are not disabled.',
    access: featureAccess.userSearch,
    params: z.object({ keyword }),
    reply: z.array(FoundUser),
  }),
  getMyUserPreference: route({
    method: 'GET',
    path: '/v1/api/user/get-my-user-preference/{userId}',
    summary: 'The stored preferences, or an empty object.',
    access: access.session,
    owns: [{ object: 'user', at: 'params.userId' }],
    params: z.object({ userId: id }),
    reply: UserPreference,
    refusals: ['notFound'],
  }),
  saveMyUserPreference: route({
    method: 'POST',
    path: '/v1/api/user/save-my-user-preference',
    summary: 'Change preferences of the session user key by key; other keys stay.',
    access: access.session,
    body: z.object({
      /** The changed keys; null removes one. */
      preference: UserPreference,
      /** Also removes all keys that are not listed here. */
      isReset: z.boolean().optional(),
    }),
    reply: messageReply,
    refusals: ['preferenceTooLarge'],
  }),
} as const
