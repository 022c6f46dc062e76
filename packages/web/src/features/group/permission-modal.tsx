// The permissions of one group: collapsible categories with their counts, a keyword search, and a Yes/No toggle for
// each, saved immediately. Source: docs/rules/access.md, "Groups".
import type { Group, GroupPermission } from '@clubfolio/contract'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconSearch, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { Modal } from '../../ui/modal.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useChangePermission, useGroups, usePermissions, useUpdateGroup } from './api.ts'
import { nameLimit, permissionLimit } from './group-limit.ts'
import { categoriesOf } from './permission-category.ts'
import { PermissionCategoryPart } from './permission-category-part.tsx'
import classes from './permission.module.css'

export interface PermissionModalProps {
  readonly group: Group
  readonly onClose: () => void
}

/** How many categories are initially expanded. */
const defaultOpen = 2

export function PermissionModal({ group, onClose }: PermissionModalProps) {
  const permissions = usePermissions(group.id)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Permissions"
      subject={group.name}
      icon={IconShieldLock}
      isFlush
      foot={
        <>
          <span className={classes['note']} role="status">
            {permissions.data ? footWords(group, permissions.data) : null}
          </span>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {permissions.isError ? (
        <FailedQuery query={permissions} title="The permissions could not be loaded" />
      ) : (
        <>
          <FactorPart group={group} />
          <PermissionList group={group} permissions={permissions.data} />
        </>
      )}
    </Modal>
  )
}

/** Of the group as it is now: the modal was opened with an earlier one. */
function FactorPart({ group }: { readonly group: Group }) {
  const can = useCan()
  const { mutateAsync: save } = useUpdateGroup()
  const { requiresStrongFactor } = useGroups().data?.find(({ id }) => id === group.id) ?? group
  return (
    <div className={classes['factor']}>
      <span>
        <strong>Require a passkey or an authenticator app</strong>
        <span className={classes['factorNote']}>
          Members who signed in by text message can do nothing else before they confirm with one or add one.
        </span>
      </span>
      <Toggle
        label={`Require a passkey or an authenticator app: ${group.name}`}
        isOn={requiresStrongFactor}
        onLabel="Yes"
        offLabel="No"
        disabledReason={nameLimit(can)}
        onChange={(isOn) => save({ id: group.id, requiresStrongFactor: isOn })}
      />
    </div>
  )
}

function footWords({ systemGroup }: Group, permissions: readonly GroupPermission[]): string {
  const count = permissions.filter(({ enabled }) => enabled).length
  return (
    `${count} of ${permissions.length} on. ` +
    (systemGroup ? 'System groups are fixed.' : 'Each change is saved at once.')
  )
}

function PermissionList({
  group,
  permissions,
}: {
  readonly group: Group
  readonly permissions: readonly GroupPermission[] | undefined
}) {
  const can = useCan()
  const { mutateAsync: change } = useChangePermission(group.id)
  const [words, setWords] = useState('')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isSearching = words.trim() !== ''
  const categories = categoriesOf(permissions ?? [], words)
  const turn = (name: string) => {
    const next = new Set(turned)
    if (!next.delete(name)) next.add(name)
    setTurned(next)
  }
  return (
    <>
      <div className={classes['search']}>
        <TextInput
          data-autofocus
          aria-label="Search permission"
          placeholder="Search permission..."
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {permissions ? null : <Waiting />}
      {categories.map((category, index) => (
        <PermissionCategoryPart
          key={category.name}
          category={category}
          isOpen={isSearching || index < defaultOpen !== turned.has(category.name)}
          onTurn={isSearching ? undefined : () => turn(category.name)}
          limitOf={(permission) => permissionLimit(group, permission.nameKey, can)}
          onChange={(permission, enabled) => change({ id: permission.id, enabled })}
        />
      ))}
      {permissions && categories.length === 0 ? (
        <p className={classes['none']}>No permission contains “{words.trim()}”.</p>
      ) : null}
    </>
  )
}

const waitingRows = [64, 48, 56, 40]

function Waiting() {
  return (
    <div className={classes['waiting']} aria-hidden>
      {waitingRows.map((widthPercent) => (
        <Skeleton key={widthPercent} height={10} width={`${widthPercent}%`} />
      ))}
    </div>
  )
}
