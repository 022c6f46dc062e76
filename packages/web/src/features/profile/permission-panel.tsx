// What this person's groups allow, by category.
import { permissionCategories, permissions, type PermissionKey } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { useSessionUser } from '../../kernel/session.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './profile.module.css'

export function PermissionPanel() {
  const user = useSessionUser()
  const held = new Set<PermissionKey>(user?.permissions.map((permission) => permission.nameKey))
  const rows = keysOf(permissionCategories).flatMap((category) => {
    const names = permissions
      .filter((permission) => permission.category === category && held.has(permission.nameKey))
      .map(({ name }) => name)
    return names.length === 0 ? [] : [{ category, names: names.join(', ') }]
  })
  return (
    <Panel title="Permissions" isPadded>
      {rows.length === 0 ? (
        <p className={classes['note']}>You are in no group yet. An administrator can add you to one.</p>
      ) : null}
      <dl className={classes['facts']}>
        {rows.map(({ category, names }) => (
          <div key={category} className={classes['fact']}>
            <dt>{category}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
