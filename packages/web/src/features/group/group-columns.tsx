// The columns of the Groups table, exactly the specified ones. Source: docs/rules/access.md, "Groups".
import { groupRoutes, type Group, type GroupChange, type PermissionKey } from '@clubfolio/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { InlineInput } from '../../ui/inline-input.tsx'
import { StatusMenu, type StatusChoice } from '../../ui/status-menu.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { deleteLimit, fixedLimit, markLimit, nameLimit } from './group-limit.ts'
import classes from './group.module.css'

export interface GroupActions {
  readonly can: (key: PermissionKey) => boolean
  /** Saves the given fields; rejects when the server refuses. */
  readonly onSave: (change: GroupChange) => Promise<unknown>
  readonly onPermissions: (group: Group) => void
  readonly onDelete: (group: Group) => void
}

export const groupStatusChoices: readonly StatusChoice<Group['status']>[] = [
  { key: 'ACTIVE', word: 'Active', shape: 'check' },
  { key: 'INACTIVE', word: 'Inactive', shape: 'struck' },
]

const fields = groupRoutes.create.body.shape

/** Returns the contract's error message for a text, or undefined. */
const faultOf = (field: 'name' | 'nameKey') => (text: string) => fields[field].safeParse(text).error?.issues[0]?.message

export function groupColumns(actions: GroupActions): Column<Group>[] {
  const { can, onSave } = actions
  return [
    textColumn({
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      isFixed: true,
      width: '30%',
      render: (group) => (
        <InlineInput
          label={`Name of ${group.name}`}
          value={group.name}
          width={230}
          disabledReason={nameLimit(can)}
          check={faultOf('name')}
          onAccept={(name) => onSave({ id: group.id, name })}
        >
          <strong>{group.name}</strong>
          {group.requiresStrongFactor ? <StrongFactorMark /> : null}
        </InlineInput>
      ),
    }),
    textColumn({
      id: 'nameKey',
      header: 'Name Key',
      value: ({ nameKey }) => nameKey,
      isFixed: true,
      width: '22%',
      render: (group) => (
        <InlineInput
          label={`Name Key of ${group.name}`}
          value={group.nameKey}
          width={210}
          disabledReason={fixedLimit(group, can)}
          check={faultOf('nameKey')}
          onAccept={(text) => onSave({ id: group.id, nameKey: text.toUpperCase() })}
        />
      ),
    }),
    {
      id: 'permission',
      header: 'Permission',
      sortValue: ({ enabledCount }) => enabledCount,
      text: countWords,
      render: (group) => <PermissionCell group={group} actions={actions} />,
    },
    {
      id: 'systemGroup',
      header: 'System Group',
      align: 'center',
      sortValue: ({ systemGroup }) => !systemGroup,
      text: ({ systemGroup }) => (systemGroup ? 'Yes' : 'No'),
      render: (group) => (
        <Toggle
          label={`System Group: ${group.name}`}
          isOn={group.systemGroup}
          onLabel="Yes"
          offLabel="No"
          disabledReason={markLimit(group, can)}
          onChange={(systemGroup) => onSave({ id: group.id, systemGroup })}
        />
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 130,
      sortValue: ({ status }) => status,
      text: ({ status }) => status,
      render: (group) => (
        <StatusMenu
          label={`Status of ${group.name}`}
          choices={groupStatusChoices}
          chosen={group.status}
          disabledReason={fixedLimit(group, can)}
          onChoose={(status) => onSave({ id: group.id, status })}
        />
      ),
    },
    {
      id: 'action',
      header: 'Action',
      align: 'right',
      width: 130,
      isFixed: true,
      isAction: true,
      render: (group) => <DeleteCell group={group} actions={actions} />,
    },
  ]
}

function StrongFactorMark() {
  const words = 'Requires a passkey or an authenticator app'
  return (
    <span role="img" aria-label={words} title={words} className={classes['factor']}>
      <IconShieldCheck size={16} stroke={1.6} aria-hidden />
    </span>
  )
}

const countWords = ({ enabledCount, permissionCount }: Group): string => `${enabledCount} of ${permissionCount}`

interface CellProps {
  readonly group: Group
  readonly actions: GroupActions
}

function PermissionCell({ group, actions: { can, onPermissions } }: CellProps) {
  if (!can('LUP'))
    return <span title='Seeing them needs the permission "List and update permissions"'>{countWords(group)}</span>
  return (
    <UnstyledButton
      className={classes['link'] ?? ''}
      aria-label={`Permissions of ${group.name}: ${countWords(group)}`}
      onClick={() => onPermissions(group)}
    >
      {countWords(group)}
    </UnstyledButton>
  )
}

function DeleteCell({ group, actions: { can, onDelete } }: CellProps) {
  const reason = deleteLimit(group, can)
  return (
    <DisabledReason reason={reason}>
      <ActionIcon
        size={26}
        aria-label={`Delete ${group.name}`}
        title={reason === undefined ? `Delete ${group.name}` : undefined}
        className={classes['delete'] ?? ''}
        onClick={() => onDelete(group)}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </DisabledReason>
  )
}
