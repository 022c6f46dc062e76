// Permissions grouped by category and filtered by a keyword. Pure.
import type { GroupPermission } from '@clubfolio/contract'

export interface PermissionSection {
  readonly name: string
  /** The permissions that match the keyword; all without a keyword. */
  readonly shown: readonly GroupPermission[]
  /** Enabled permissions and total, of the whole category. */
  readonly enabledCount: number
  readonly count: number
}

/**
 * Returns the categories in list order; those without a match in name, key or category name are omitted.
 * `categoriesOf(permissions, 'chart')` is the category Market with only "View chart".
 */
export function categoriesOf(permissions: readonly GroupPermission[], keyword: string): readonly PermissionSection[] {
  const wanted = keyword.trim().toLowerCase()
  const names = [...new Set(permissions.map(({ groupName }) => groupName))]
  return names.flatMap((name) => {
    const all = permissions.filter(({ groupName }) => groupName === name)
    const isNamed = name.toLowerCase().includes(wanted)
    const shown = all.filter(
      (permission) =>
        isNamed || permission.name.toLowerCase().includes(wanted) || permission.nameKey.toLowerCase() === wanted,
    )
    if (shown.length === 0) return []
    return [{ name, shown, enabledCount: all.filter(({ enabled }) => enabled).length, count: all.length }]
  })
}
