// User administration: users with their names and contact data, whether they may sign in, and their groups.
// Source: docs/rules/access.md, "Users".
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { createdReply, email, id, line, messageReply, namedObject, password, phoneNumber } from './field.ts'
import { groupStatuses } from './group.ts'
import { permissionKey } from './permission.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'

export const userAdminRefusals = {
  emailTaken: { status: 409, text: 'The e-mail address {email} belongs to another user.', field: 'email' },
  ownReach: {
    status: 409,
    text: 'Change your own e-mail and phone number in your User Profile, where your password is asked.',
  },
  ownStatus: { status: 409, text: 'You cannot change your own status. Ask another administrator to do it.' },
} as const satisfies Record<string, RefusalDefinition>

export const userStatuses = ['ACTIVE', 'INACTIVE', 'CONFIRMATION'] as const

export const AdminUser = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    fullName: z.string(),
    phoneNumber: z.string(),
    status: z.enum(userStatuses),
    groups: z.array(namedObject),
    /** Keys that this user holds and the caller does not; while there are any, the caller may not change the user. */
    missingKeys: z.array(permissionKey),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.output<typeof AdminUser>

/** A group that a user is, or could be, a member of. */
export const GroupChoice = z
  .object({
    id,
    name: z.string(),
    nameKey: z.string(),
    status: z.enum(groupStatuses),
    isMember: z.boolean(),
    /**
     * Keys of the group that the caller lacks; while there are any, the caller may neither assign nor remove the group.
     */
    missingKeys: z.array(permissionKey),
    /** Users who register themselves join this group. */
    isForNewUsers: z.boolean(),
  })
  .meta({ id: 'GroupChoice' })
export type GroupChoice = z.output<typeof GroupChoice>

/** An id in a path that may be the word `null`. */
const idOrNull = z.codec(z.string(), id.nullable(), {
  decode: (wire) => (wire === 'null' ? null : wire),
  encode: (value) => value ?? 'null',
})

const userFields = z.object({
  firstName: line(60, 'First name'),
  lastName: line(60, 'Last name'),
  email,
  phoneNumber,
})

const groupIds = z.array(id).max(200, 'A user is in at most 200 groups.')

/** Absent fields stay unchanged, so that two concurrent edits of one user both take effect. */
const UserChange = userFields.partial().extend({ id, status: z.enum(userStatuses).optional() })
export type UserChange = z.output<typeof UserChange>

export const userAdminRoutes = {
  findAll: route({
    method: 'GET',
    path: '/v1/api/user',
    summary: 'Every user with status and groups.',
    access: featureAccess.user,
    reply: z.array(AdminUser),
  }),
  update: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/user/update',
    summary:
      'Updates the given fields of a user. A new status, email or phone number ends their sessions; the old ' +
      'address is notified of a new email or phone number.',
    access: featureAccess.user,
    body: UserChange,
    reply: messageReply,
    refusals: ['notFound', 'emailTaken', 'ownReach', 'ownStatus', 'keyNotHeld', 'lastAdministrator'],
    effect: true,
  }),
  create: route({
    needsFreshFactor: true,
    secret: true,
    method: 'POST',
    path: '/v1/api/user/create',
    summary:
      'Make a user, with a password or by a mailed invitation; naming groups needs LUP. The first code confirms them.',
    access: featureAccess.user,
    body: userFields.extend({
      /** Without one the user gets a mail with a link to set their own. */
      password: password.nullish(),
      /** Without it the user joins the group for users who register themselves. */
      groupIds: groupIds.nullish(),
    }),
    reply: createdReply,
    refusals: ['notFound', 'emailTaken', 'commonPassword', 'forbidden', 'keyNotHeld'],
    effect: true,
  }),
  findGroups: route({
    method: 'GET',
    path: '/v1/api/user/find-groups/{userId}',
    summary: 'Every group and whether the user is in it; with null in place of the id, as a new user could be.',
    access: access.allOf('VU', 'LUP'),
    params: z.object({ userId: idOrNull }),
    reply: z.array(GroupChoice),
    refusals: ['notFound'],
  }),
  saveGroups: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/user/save-groups',
    summary: 'Put a user into exactly these groups; counts from their next request on.',
    access: access.allOf('VU', 'LUP'),
    body: z.object({ userId: id, groupIds }),
    reply: messageReply,
    refusals: ['notFound', 'keyNotHeld', 'ownLockOut', 'lastAdministrator'],
    effect: true,
  }),
} as const
