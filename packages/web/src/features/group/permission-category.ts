// Permissions by category, narrowed by a keyword. Pure.
import type { GroupPermission } from '@clubfolio/contract'

export interface PermissionCategory {
  readonly name: string
  /** Those that fit the keyword; all without one. */
  readonly shown: readonly GroupPermission[]
  /** How many of the whole category are on, of how many. */
  readonly enabledCount: number
  readonly count: number
}

/**
 * Categories in the order of the list; without the keyword in name, key or category name they are left out.
 * `categoriesOf(permissions, 'chart')` is the category Market with "View chart" alone.
 */
export function categoriesOf(permissions: readonly GroupPermission[], keyword: string): readonly PermissionCategory[] {
  const wanted = keyword.trim().toLowerCase()
  const names = [...new Set(permissions.map(({ groupName }) => groupName))]
  return names.flatMap((name) => {
    const all = permissions.filter(({ groupName }) => groupName === name)
    const isNamed = name.toLowerCase().includes(wanted)
    const shown = all.filter((permission) => isNamed || permission.name.toLowerCase().includes(wanted) || permission.nameKey.toLowerCase() === wanted)
    if (shown.length === 0) return []
    return [{ name, shown, enabledCount: all.filter(({ enabled }) => enabled).length, count: all.length }]
  })
}
