// The members of the manager's funds: their details, their linked users, and whether they may contribute.
// Source: docs/rules/accounts.md, "Members".
import { ApiError, type Member } from '@clubfolio/contract'
import { memberName } from '@clubfolio/domain'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCoin, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useFormRequest } from '../../kernel/form-request.ts'
import { formatDay } from '../../ui/format/date.ts'
import { showFailure } from '../../ui/show-failure.ts'
import { confirm } from '../../ui/confirm.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ParticipationModal } from './entry/participation-modal.tsx'
import { useDeleteMember, useMembers, useSetMemberStatus } from './member/api.ts'
import { MemberModal } from './member/member-modal.tsx'

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly member: Member }
  | { readonly kind: 'deposit'; readonly member: Member }

export function MemberScreen() {
  useDocumentTitle('Members')
  const members = useMembers()
  const setStatus = useSetMemberStatus()
  const remove = useDeleteMember()
  const [open, setOpen] = useState<Open>()
  const { mutateAsync: saveStatus } = setStatus
  // As it is now: an invitation that was just sent is part of it.
  const edited =
    open?.kind === 'edit' ? (members.data?.find(({ id }) => id === open.member.id) ?? open.member) : undefined
  const columns = useMemo(() => memberColumns((member, status) => saveStatus({ id: member.id, status })), [saveStatus])
  const view = useTableView({
    columns,
    rows: members.data,
    rowId: (row) => row.id,
    defaultSort: { columnId: 'lastName', isDescending: false },
    ...useChosenColumns('member'),
  })
  const create = useCallback(() => setOpen({ kind: 'create' }), [])
  useFormRequest('member', create)

  const askToDelete = async (member: Member) => {
    const name = memberName(member)
    if (
      !(await confirm({
        question: `Do you want to delete ${name}?`,
        consequence: 'The member and the saved bank accounts are removed.',
        accept: 'Delete',
        isDanger: true,
      }))
    )
      return
    try {
      await remove.mutateAsync(member.id)
    } catch (error) {
      if (!(error instanceof ApiError) || error.body.refusal !== 'memberHasEntries') return showFailure(error)
      const words = {
        question: `${name} has entries in the books and cannot be deleted.`,
        consequence: 'An inactive member keeps their share and may take money out, but may not pay in.',
        accept: 'Set to inactive',
      }
      if (member.status === 'ACTIVATED' && (await confirm(words)))
        await saveStatus({ id: member.id, status: 'INACTIVATED' })
      else if (member.status === 'INACTIVATED') showFailure(error)
    }
  }

  return (
    <>
      <PageHead
        title="Members"
        fact={members.data ? describeCount(members.data) : undefined}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={create}>
            Add member
          </Button>
        }
      />
      <Panel
        title="Members"
        isRefreshing={members.isFetching}
        controls={
          <>
            <ColumnChooser view={view} />
            <CsvButton view={view} fileName="members" isQuiet />
          </>
        }
      >
        <DataTable
          view={view}
          label="Members"
          failure={failureOf(members, 'Members could not be loaded')}
          empty={
            <EmptyState
              title="No members yet"
              words={
                'Members pay into the fund and take out of it; each sees an exact share and profit. Add the first ' +
                'one, then record a contribution in Account Mapping.'
              }
              actions={<Button onClick={create}>Add member</Button>}
            />
          }
          rowTone={(member) => (member.status === 'ACTIVATED' ? undefined : 'dimmed')}
          renderActions={(member) => (
            <>
              <RowAction
                label={`Deposit for ${memberName(member)}`}
                icon={IconCoin}
                onClick={() => setOpen({ kind: 'deposit', member })}
              />
              <RowAction
                label={`Edit ${memberName(member)}`}
                icon={IconEdit}
                onClick={() => setOpen({ kind: 'edit', member })}
              />
              <RowAction
                label={`Delete ${memberName(member)}`}
                icon={IconTrash}
                onClick={() => void askToDelete(member)}
              />
            </>
          )}
        />
      </Panel>
      {open?.kind === 'deposit' ? <ParticipationModal member={open.member} onClose={() => setOpen(undefined)} /> : null}
      {open && open.kind !== 'deposit' ? <MemberModal member={edited} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

function memberColumns(
  save: (member: Member, status: Member['status']) => Promise<unknown>,
): readonly Column<Member>[] {
  return [
    textColumn({ id: 'firstName', header: 'First Name', value: (row) => row.firstName, isCode: true, isFixed: true }),
    textColumn({ id: 'lastName', header: 'Last Name', value: (row) => row.lastName, isCode: true }),
    textColumn({ id: 'email', header: 'Email', value: (row) => row.email || null }),
    textColumn({ id: 'phone', header: 'Phone', value: (row) => row.phone }),
    textColumn({ id: 'user', header: 'User Full Name', value: describeUser }),
    {
      id: 'status',
      header: 'Status',
      align: 'center',
      width: 110,
      sortValue: (row) => row.status,
      text: (row) => row.status,
      render: (row) => (
        <Toggle
          label={`Status of ${memberName(row)}`}
          isOn={row.status === 'ACTIVATED'}
          onLabel="Active"
          offLabel="Disable"
          onChange={(isOn) => save(row, isOn ? 'ACTIVATED' : 'INACTIVATED')}
        />
      ),
    },
  ]
}

function describeUser({ user, invitation }: Member): string | null {
  if (user) return user.fullName
  return invitation === null ? null : `Invited ${formatDay(invitation.at)}`
}

function RowAction({
  label,
  icon: Mark,
  onClick,
}: {
  readonly label: string
  readonly icon: typeof IconEdit
  readonly onClick: () => void
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} onClick={onClick}>
        <Mark size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function describeCount(members: readonly Member[]): string {
  const inactive = members.filter((member) => member.status === 'INACTIVATED').length
  return `${members.length - inactive} active${inactive > 0 ? `, ${inactive} inactive` : ''}`
}
