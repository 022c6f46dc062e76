// Groups and their permissions: a user holds the keys of all active groups they belong to.
// Source: docs/rules/access.md, "Groups".
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { createdReply, id, line, messageReply, onlyId } from './field.ts'
import { permissionKey } from './permission.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { flagNumber } from './wire.ts'

export const groupRefusals = {
  nameKeyTaken: {
    status: 409,
    text: 'The name key {nameKey} belongs to another group. Choose a different one.',
    field: 'nameKey',
  },
  systemGroupFixed: { status: 409, text: '{name} is a system group: its name key, status and permissions are fixed.' },
  systemGroupFlagFixed: { status: 409, text: '{name} comes with the product and stays a system group.' },
  systemGroupStays: { status: 409, text: '{name} is a system group and cannot be removed.' },
  keyNotHeld: {
    status: 403,
    text: 'This touches permissions that you do not hold yourself: {keys}. Ask someone who holds them to do it.',
  },
  ownLockOut: {
    status: 409,
    text: 'This would take away what you administer with: {keys}. Ask another administrator to do it.',
  },
  strongFactorOwn: {
    status: 409,
    text:
      'You belong to this group and your session was not opened by a passkey or an authenticator app. Sign in ' +
      'with one before you require it.',
  },
  lastAdministrator: {
    status: 409,
    text: 'This would leave no one in Administrators. Make someone else an administrator first.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const groupStatuses = ['ACTIVE', 'INACTIVE'] as const

export const Group = z
  .object({
    id,
    name: z.string(),
    nameKey: z.string(),
    systemGroup: flagNumber,
    status: z.enum(groupStatuses),
    /** Number of enabled permissions, and of all permissions. */
    enabledCount: z.number().int(),
    permissionCount: z.number().int(),
    userCount: z.number().int(),
    /** Whether its members need a passkey or an authenticator app: a text message is not enough. */
    requiresStrongFactor: z.boolean(),
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

/** A permission with its state in a group. */
export const GroupPermission = z
  .object({
    id,
    name: z.string(),
    /** The category. */
    groupName: z.string(),
    enabled: z.boolean(),
    nameKey: permissionKey,
  })
  .meta({ id: 'GroupPermission' })
export type GroupPermission = z.output<typeof GroupPermission>

/**
 * Capital letters, digits and underscores, typed in any case: `club board` is refused, `Club_Board` is read as
 * CLUB_BOARD. Spec gap: no format of a name key is specified.
 */
const nameKey = line(40, 'Name key')
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'A name key has letters, digits and underscores, and starts with a letter.')

const groupFields = z.object({
  name: line(60, 'Name'),
  nameKey,
  systemGroup: flagNumber.default(false),
  status: z.enum(groupStatuses).default('ACTIVE'),
})

/** Absent fields stay unchanged, so that two concurrent edits of one group both take effect. */
const GroupChange = z.object({
  id,
  name: line(60, 'Name').optional(),
  nameKey: nameKey.optional(),
  systemGroup: flagNumber.optional(),
  status: z.enum(groupStatuses).optional(),
  requiresStrongFactor: z.boolean().optional(),
})
export type GroupChange = z.output<typeof GroupChange>

export const groupRoutes = {
  findAll: route({
    method: 'GET',
    path: '/v1/api/group/findAll',
    summary: 'Every group, system groups first.',
    access: featureAccess.group,
    reply: z.array(Group),
  }),
  create: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/group/create',
    summary: 'Make a group; it has no permission yet.',
    access: access.key('CG'),
    body: groupFields,
    reply: createdReply,
    refusals: ['nameKeyTaken'],
    effect: true,
  }),
  update: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/group/update',
    summary:
      'Updates the given fields of a group. For a system group only the name and the required factor can change, and ' +
      'the mark of one that did not come with the product.',
    access: access.key('CG'),
    body: GroupChange,
    reply: messageReply,
    refusals: [
      'notFound',
      'nameKeyTaken',
      'systemGroupFixed',
      'systemGroupFlagFixed',
      'keyNotHeld',
      'ownLockOut',
      'strongFactorOwn',
    ],
    effect: true,
  }),
  delete: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/group/delete',
    summary: 'Remove a group that is no system group; its users lose what it allowed with their next request.',
    access: access.key('CG'),
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'systemGroupStays', 'keyNotHeld', 'ownLockOut'],
    effect: true,
  }),
} as const

export const permissionRoutes = {
  findByGroup: route({
    method: 'GET',
    path: '/v1/api/permission/findByGroup/{groupId}',
    summary: 'Every permission, and whether the group has it.',
    access: access.key('LUP'),
    params: z.object({ groupId: id }),
    reply: z.array(GroupPermission),
    refusals: ['notFound'],
  }),
  changeSinglePermission: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/permission/changeSinglePermission',
    summary: 'Give a group a permission or take it; counts from the next request of its users on.',
    access: access.key('LUP'),
    body: z.object({ groupID: id, permissionID: id, enabled: z.boolean() }),
    reply: messageReply,
    refusals: ['notFound', 'systemGroupFixed', 'keyNotHeld', 'ownLockOut'],
    effect: true,
  }),
} as const
