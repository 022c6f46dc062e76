// The columns of the Users table: the specified ones, each edited in place, and the groups as an optional column.
// Source: docs/rules/access.md, "Users".
import { userAdminRoutes, type AdminUser, type UserChange } from '@clubfolio/contract'
import { InlineInput } from '../../ui/inline-input.tsx'
import { StatusMenu, type StatusChoice } from '../../ui/status-menu.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'

export interface UserActions {
  readonly myId: string | undefined
  /** Saves the given fields; rejects when the server refuses. */
  readonly onSave: (change: UserChange) => Promise<unknown>
}

type Field = 'firstName' | 'lastName' | 'email' | 'phoneNumber'

const statusChoices: readonly StatusChoice<AdminUser['status']>[] = [
  { key: 'ACTIVE', word: 'Active', shape: 'check' },
  { key: 'INACTIVE', word: 'Inactive', shape: 'struck' },
  { key: 'CONFIRMATION', word: 'Confirmation', shape: 'dashed' },
]

const fields = userAdminRoutes.update.body.shape

/** Returns why the caller cannot change anything about this user; undefined when they can. */
export function userLimit({ missingKeys }: AdminUser): string | undefined {
  return missingKeys.length === 0
    ? undefined
    : `Holds permissions that you do not hold yourself: ${missingKeys.join(', ')}`
}

export function userColumns({ myId, onSave }: UserActions): Column<AdminUser>[] {
  const ownReach = (user: AdminUser) =>
    user.id === myId ? 'Change your own e-mail and phone number in your User Profile' : undefined
  const editor =
    (field: Field, label: string, width: number, limit: (user: AdminUser) => string | undefined = userLimit) =>
    (user: AdminUser) => (
      <InlineInput
        label={`${label} of ${user.fullName}`}
        value={user[field]}
        width={width}
        disabledReason={limit(user)}
        check={(text) => fields[field].safeParse(text).error?.issues[0]?.message}
        onAccept={(text) => onSave({ id: user.id, [field]: text })}
      >
        {field === 'firstName' || field === 'lastName' ? <strong>{user[field]}</strong> : user[field]}
      </InlineInput>
    )
  const reachLimit = (user: AdminUser) => userLimit(user) ?? ownReach(user)
  return [
    textColumn({
      id: 'firstName',
      header: 'First Name',
      value: ({ firstName }) => firstName,
      isFixed: true,
      width: '18%',
      render: editor('firstName', 'First Name', 190),
    }),
    textColumn({
      id: 'lastName',
      header: 'Last Name',
      value: ({ lastName }) => lastName,
      width: '18%',
      render: editor('lastName', 'Last Name', 190),
    }),
    textColumn({
      id: 'email',
      header: 'Email',
      value: ({ email }) => email,
      width: '28%',
      render: editor('email', 'Email', 290, reachLimit),
    }),
    textColumn({
      id: 'phoneNumber',
      header: 'Phone Number',
      value: ({ phoneNumber }) => phoneNumber,
      width: '18%',
      render: editor('phoneNumber', 'Phone Number', 200, reachLimit),
    }),
    {
      id: 'status',
      header: 'Status',
      width: 150,
      sortValue: ({ status }) => status,
      text: ({ status }) => status,
      render: (user) => (
        <StatusMenu
          label={`Status of ${user.fullName}`}
          choices={statusChoices}
          chosen={user.status}
          disabledReason={userLimit(user) ?? (user.id === myId ? 'You cannot change your own status' : undefined)}
          onChoose={(status) => onSave({ id: user.id, status })}
        />
      ),
    },
    textColumn({
      id: 'groups',
      header: 'Groups',
      value: ({ groups }) => groups.map(({ name }) => name).join(', ') || null,
      isHiddenByDefault: true,
    }),
  ]
}
