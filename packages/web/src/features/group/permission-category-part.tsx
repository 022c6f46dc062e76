// One category of permissions: its header toggles it and counts the enabled ones; label, key and switch align on three
// edges.
import type { GroupPermission } from '@clubfolio/contract'
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { Toggle } from '../../ui/toggle.tsx'
import type { PermissionSection } from './permission-category.ts'
import classes from './permission.module.css'

export interface PermissionCategoryPartProps {
  readonly category: PermissionSection
  readonly isOpen: boolean
  /** Undefined while a search keeps every category expanded. */
  readonly onTurn: (() => void) | undefined
  /** Returns why this permission cannot be changed. */
  readonly limitOf: (permission: GroupPermission) => string | undefined
  readonly onChange: (permission: GroupPermission, enabled: boolean) => Promise<unknown>
}

export function PermissionCategoryPart({ category, isOpen, onTurn, limitOf, onChange }: PermissionCategoryPartProps) {
  const listId = useId()
  return (
    <div className={classes['category']}>
      <h3>
        <UnstyledButton
          className={classes['head'] ?? ''}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-disabled={onTurn === undefined || undefined}
          onClick={onTurn}
        >
          <IconChevronRight
            size={16}
            stroke={1.8}
            aria-hidden
            className={classes['arrow']}
            data-open={isOpen || undefined}
          />
          {category.name}
          <span className={classes['count']}>
            {category.enabledCount} of {category.count}
          </span>
        </UnstyledButton>
      </h3>
      {isOpen ? (
        <ul id={listId} className={classes['list']}>
          {category.shown.map((permission) => (
            <li key={permission.id}>
              <span>{permission.name}</span>
              <span className={classes['key']}>{permission.nameKey}</span>
              <Toggle
                label={permission.name}
                isOn={permission.enabled}
                onLabel="Yes"
                offLabel="No"
                disabledReason={limitOf(permission)}
                onChange={(enabled) => onChange(permission, enabled)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
