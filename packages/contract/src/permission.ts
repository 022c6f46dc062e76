// The 22 permission keys in their categories, and the three system groups that hold them.
// Source: docs/rules/access.md, "Permission keys".

import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'

export const permissionCategories = {
  Accounts: {
    VMA: 'View my accounts',
    CA: 'Create account',
    CMA: 'Create my account',
    EMA: 'Edit my account',
    VMWt: 'View my wallet',
  },
  Market: {
    VD: 'View dashboard',
    VW: 'View watchlist',
    VCH: 'View chart',
    GS: 'Search companies',
    VS: 'View screener',
  },
  Trading: { VOS: 'View opportunity seeker', VSC: 'View stock calculator', VTs: 'View tools' },
  Reports: { VR: 'View reports' },
  Messages: { VA: 'View alerts', VN: 'View notifications', VT: 'View tasks' },
  Administration: {
    VAd: 'View administration',
    VU: 'View users',
    VG: 'View groups',
    CG: 'Change groups',
    LUP: 'List and update permissions',
  },
} as const

type Categories = typeof permissionCategories
export type PermissionCategory = keyof Categories
export type PermissionKey = { [C in PermissionCategory]: keyof Categories[C] }[PermissionCategory]

export interface PermissionDefinition {
  readonly nameKey: PermissionKey
  readonly name: string
  readonly category: PermissionCategory
}

/** Every permission in menu order: `{ nameKey: 'VMA', name: 'View my accounts', category: 'Accounts' }`, ... */
export const permissions: readonly PermissionDefinition[] = keysOf(permissionCategories).flatMap((category) => {
  const names: Readonly<Partial<Record<PermissionKey, string>>> = permissionCategories[category]
  return keysOf(names).map((nameKey) => ({ nameKey, name: names[nameKey] ?? nameKey, category }))
})

export const permissionKeys: readonly PermissionKey[] = permissions.map((permission) => permission.nameKey)

export const permissionKey = z.enum(permissionKeys).meta({ id: 'PermissionKey' })

/** The keys whose holders administer users, groups and rights. */
export const administrationKeys: readonly PermissionKey[] = keysOf(permissionCategories.Administration)

const investorKeys: readonly PermissionKey[] = [
  'VMA',
  'VMWt',
  'VD',
  'VW',
  'VCH',
  'GS',
  'VS',
  'VOS',
  'VSC',
  'VTs',
  'VR',
  'VA',
  'VN',
  'VT',
]

/** The system groups: their flag, name key, status and permissions are fixed. */
export const systemGroups = [
  { nameKey: 'ADMINISTRATORS', name: 'Administrators', keys: permissionKeys },
  {
    nameKey: 'MANAGERS',
    name: 'Managers',
    keys: permissions.filter((p) => p.category !== 'Administration').map((p) => p.nameKey),
  },
  { nameKey: 'INVESTORS', name: 'Investors', keys: investorKeys },
] as const satisfies readonly { nameKey: string; name: string; keys: readonly PermissionKey[] }[]
