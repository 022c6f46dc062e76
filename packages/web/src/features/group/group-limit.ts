// Why this user cannot change something about a group, in words; undefined where they can.
import { systemGroups, type Group, type PermissionKey } from '@clubfolio/contract'

type Can = (key: PermissionKey) => boolean

const needsKey = 'Changing groups needs the permission "Change groups"'

/** Returns true for the three groups that ship with the product. */
const isBuiltIn = (group: Pick<Group, 'nameKey'>): boolean =>
  systemGroups.some(({ nameKey }) => nameKey === group.nameKey)

export const nameLimit = (can: Can): string | undefined => (can('CG') ? undefined : needsKey)

/** Returns why name key and status cannot change, as with system groups, where they are fixed. */
export function fixedLimit(group: Group, can: Can): string | undefined {
  if (!can('CG')) return needsKey
  if (!group.systemGroup) return undefined
  return isBuiltIn(group) ? 'System groups are fixed' : 'System groups are fixed; take the mark off first'
}

export function markLimit(group: Group, can: Can): string | undefined {
  if (!can('CG')) return needsKey
  return isBuiltIn(group) ? 'This group comes with the product and stays a system group' : undefined
}

export function deleteLimit(group: Group, can: Can): string | undefined {
  if (!can('CG')) return needsKey
  return group.systemGroup ? 'System groups cannot be removed' : undefined
}

export function permissionLimit(group: Group, nameKey: PermissionKey, can: Can): string | undefined {
  if (group.systemGroup) return 'System groups are fixed'
  return can(nameKey) ? undefined : 'You do not hold this permission yourself'
}
