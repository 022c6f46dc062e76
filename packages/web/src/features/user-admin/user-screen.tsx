// Users: their names, contact details and status; edited in place, found by keyword.
// Source: docs/rules/access.md, "Users".
import {
  featureAccess,
  keyword as keywordField,
  maxLengthOf,
  minKeywordLength,
  type AdminUser,
} from '@clubfolio/contract'
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useCan, useSessionUser } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { searchLimit, useUpdateUser, useUsers, type ShownUsers } from './api.ts'
import { NewUserModal } from './new-user-modal.tsx'
import { userColumns, userLimit } from './user-columns.tsx'
import { UserGroupModal } from './user-group-modal.tsx'
import classes from './user-admin.module.css'

const Place = z.object({
  keyword: z.string().trim().max(80).catch(''),
  sort: z.string().catch('lastName'),
  order: z.enum(['up', 'down']).catch('up'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})

type Open = { readonly kind: 'new' } | { readonly kind: 'groups'; readonly user: AdminUser }

const userId = (user: AdminUser) => user.id

export function UserScreen() {
  useDocumentTitle('Users')
  const can = useCan()
  const me = useSessionUser()
  const [place, setPlace] = useUrlState(Place)
  const { query: users, shown } = useUsers(place.keyword)
  const { mutateAsync: save } = useUpdateUser()
  const [open, setOpen] = useState<Open>()
  const columns = useMemo(() => userColumns({ myId: me?.id, onSave: save }), [me?.id, save])
  const view = useTableView({
    columns,
    rows: shown?.users,
    rowId: userId,
    sort: { columnId: place.sort, isDescending: place.order === 'down' },
    onSort: ({ columnId, isDescending }) =>
      setPlace({ sort: columnId, order: isDescending ? 'down' : 'up' }, { replace: true }),
    ...useChosenColumns('user'),
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Users"
        fact={shown ? describeCount(shown) : undefined}
        actions={
          can('VU') ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ kind: 'new' })}>
              New user
            </Button>
          ) : null
        }
      />
      {can('VU') ? (
        <Panel
          title={
            <KeywordField
              keyword={place.keyword}
              onChange={(keyword) => setPlace({ keyword, start: 0 }, { replace: true })}
            />
          }
          isRefreshing={users.isFetching}
          controls={
            <>
              <ColumnChooser view={view} />
              <CsvButton view={view} fileName="users" isQuiet />
            </>
          }
        >
          <DataTable
            view={view}
            label="Users"
            failure={failureOf(
              users,
              shown ? 'The search failed. These are the earlier results' : 'The users could not be loaded',
            )}
            empty={
              <EmptyState
                title="No users found"
                words={`No name and no e-mail address contains “${place.keyword}”.`}
                actions={
                  <Button variant="default" onClick={() => setPlace({ keyword: '' })}>
                    Show all users
                  </Button>
                }
              />
            }
            page={place}
            selectedId={open?.kind === 'groups' ? open.user.id : undefined}
            rowTone={({ status }) => (status === 'INACTIVE' ? 'dimmed' : undefined)}
            areActionsShown
            {...(can('LUP')
              ? {
                  renderActions: (user: AdminUser) => (
                    <GroupsAction user={user} onOpen={() => setOpen({ kind: 'groups', user })} />
                  ),
                }
              : {})}
          />
          {shown && shown.users.length > 0 ? (
            <Pager label="Users" start={place.start} count={place.count} total={shown.users.length} onMove={setPlace} />
          ) : null}
        </Panel>
      ) : (
        <Panel>
          <MissingPermission rule={featureAccess.user} purpose="open Users" />
        </Panel>
      )}
      {open?.kind === 'new' ? <NewUserModal onClose={close} /> : null}
      {open?.kind === 'groups' ? <UserGroupModal user={open.user} onClose={close} /> : null}
    </>
  )
}

const waitMs = 250

/** Searches when typing pauses; one or two characters do not filter. */
function KeywordField({
  keyword,
  onChange,
}: {
  readonly keyword: string
  readonly onChange: (keyword: string) => void
}) {
  const [text, setText] = useState(keyword)
  const [shownKeyword, setShownKeyword] = useState(keyword)
  // The address was changed elsewhere: by Back, or by "Show all users".
  if (keyword !== shownKeyword) {
    setShownKeyword(keyword)
    if (keyword !== text.trim()) setText(keyword)
  }
  useEffect(() => {
    if (text.trim() === keyword) return undefined
    const timer = setTimeout(() => onChange(text.trim()), waitMs)
    return () => clearTimeout(timer)
  })
  const length = text.trim().length
  return (
    <TextInput
      type="search"
      className={classes['keyword'] ?? ''}
      aria-label="Search users"
      placeholder="Search name or e-mail"
      title={length > 0 && length < minKeywordLength ? `Type at least ${minKeywordLength} characters` : undefined}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={
        text === '' ? null : <CloseButton size={20} aria-label="Clear the search" onClick={() => setText('')} />
      }
      maxLength={maxLengthOf(keywordField)}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

function GroupsAction({ user, onOpen }: { readonly user: AdminUser; readonly onOpen: () => void }) {
  const reason = userLimit(user)
  const label = `Groups of ${user.fullName}`
  return (
    <DisabledReason reason={reason}>
      <ActionIcon size={26} aria-label={label} title={reason === undefined ? label : undefined} onClick={onOpen}>
        <IconUsersGroup size={16} stroke={1.6} />
      </ActionIcon>
    </DisabledReason>
  )
}

function describeCount({ keyword, users }: ShownUsers): string {
  if (keyword !== '') return users.length >= searchLimit ? `the first ${searchLimit} found` : `${users.length} found`
  const active = users.filter(({ status }) => status === 'ACTIVE').length
  const waiting = users.filter(({ status }) => status === 'CONFIRMATION').length
  const inactive = users.length - active - waiting
  return [
    `${active} active`,
    ...(waiting > 0 ? [`${waiting} to confirm`] : []),
    ...(inactive > 0 ? [`${inactive} inactive`] : []),
  ].join(', ')
}
