// In words which permission is missing for something, and who can grant it. Pure.
import { type AccessRule, type PermissionKey, permissions } from '@clubfolio/contract'

const nameOf = (key: PermissionKey): string => permissions.find(({ nameKey }) => nameKey === key)?.name ?? key

interface MissingKeys {
  readonly keys: readonly PermissionKey[]
  readonly joint: 'and' | 'or'
}

/** Returns the keys that would satisfy the rule: of `allOf` those that the user lacks. */
function missingKeys(rule: AccessRule, holds: (key: PermissionKey) => boolean): MissingKeys {
  if (rule.kind !== 'permission') return { keys: [], joint: 'or' }
  return 'allOf' in rule
    ? { keys: rule.allOf.filter((key) => !holds(key)), joint: 'and' }
    : { keys: rule.anyOf, joint: 'or' }
}

/** Returns the names of the missing permissions: "Create account or Create my account". */
export function namePermission(rule: AccessRule, holds: (key: PermissionKey) => boolean): string {
  const { keys, joint } = missingKeys(rule, holds)
  return keys.map(nameOf).join(` ${joint} `)
}

/**
 * Returns the sentence for a place that needs a permission. `purpose` completes "To ...":
 * `describePermission(access.key('VMA'), holds, 'see your accounts')` is "To see your accounts, you need the permission
 * “View my accounts” (VMA). An administrator can grant it by adding you to a group that has it."
 */
export function describePermission(rule: AccessRule, holds: (key: PermissionKey) => boolean, purpose: string): string {
  const { keys, joint } = missingKeys(rule, holds)
  const quoted = keys.map((key) => `“${nameOf(key)}” (${key})`).join(` ${joint} `)
  return keys.length > 1 && joint === 'and'
    ? `To ${purpose}, you need the permissions ${quoted}. An administrator can grant them by adding you to a group ` +
        'that has them.'
    : `To ${purpose}, you need the permission ${quoted}. An administrator can grant it by adding you to a group ` +
        'that has it.'
}
