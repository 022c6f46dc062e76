// Who may call: the access rule of every call, and those rules that the menu of the browser application shares with
// them. Without schemas, so that the menu loads no call.
import type { PermissionKey } from './permission.ts'

/** Who may call: everyone, any signed-in user, holders of at least one of the keys, or holders of all of them. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'permission'; readonly anyOf: readonly PermissionKey[] }
  | { readonly kind: 'permission'; readonly allOf: readonly PermissionKey[] }

/** The access rules: `access.session`, `access.key('VMA')`, `access.anyOf('CA', 'CMA')`. */
export const access = {
  public: { kind: 'public' },
  session: { kind: 'session' },
  key: <const Key extends PermissionKey>(key: Key) => ({ kind: 'permission', anyOf: [key] }) as const,
  anyOf: <const Keys extends readonly PermissionKey[]>(...anyOf: Keys) => ({ kind: 'permission', anyOf }) as const,
  allOf: <const Keys extends readonly PermissionKey[]>(...allOf: Keys) => ({ kind: 'permission', allOf }) as const,
} as const

/** The rules that screens and menu share with the calls they make. */
export const featureAccess = {
  accountLink: access.anyOf('CA', 'CMA'),
  accountList: access.key('VMA'),
  alert: access.key('VA'),
  calculator: access.key('VSC'),
  group: access.key('VG'),
  market: access.key('VAd'),
  notification: access.key('VN'),
  opportunity: access.key('VOS'),
  report: access.key('VR'),
  screener: access.key('VS'),
  task: access.key('VT'),
  user: access.key('VU'),
  userSearch: access.anyOf('VU', 'CMA'),
  watchlist: access.key('VW'),
} as const

/** Returns whether a signed-in user meets the rule; `holds` tells which keys their groups grant. */
export function allows(rule: AccessRule, holds: (key: PermissionKey) => boolean): boolean {
  if (rule.kind !== 'permission') return true
  return 'allOf' in rule ? rule.allOf.every(holds) : rule.anyOf.some(holds)
}
