// Groups and their permissions. The table edits in place, and each group's permissions open in a modal.
// Source: docs/rules/access.md, "Groups".
import { featureAccess, type Group } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AddGroupRow } from './add-group-row.tsx'
import { useDeleteGroup, useGroups, useUpdateGroup } from './api.ts'
import { groupColumns } from './group-columns.tsx'
import { PermissionModal } from './permission-modal.tsx'

const Place = z.object({
  // Unsorted, the system groups come first.
  sort: z.string().catch(''),
  order: z.enum(['up', 'down']).catch('up'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})

const groupId = (group: Group) => group.id

export function GroupScreen() {
  useDocumentTitle('Groups')
  const can = useCan()
  const groups = useGroups()
  const { mutateAsync: save } = useUpdateGroup()
  const { mutate: remove } = useDeleteGroup()
  const [place, setPlace] = useUrlState(Place)
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Group>()

  const columns = useMemo(() => {
    const ask = async (group: Group) => {
      const consequence =
        group.userCount === 0
          ? 'It has no users.'
          : `${group.userCount === 1 ? '1 user loses' : `${group.userCount} users lose`} what it allows.`
      if (
        await confirm({
          question: 'Do you want to remove this group?',
          consequence: `${group.name}: ${consequence}`,
          accept: 'Remove',
          isDanger: true,
        })
      )
        remove(group.id)
    }
    return groupColumns({ can, onSave: save, onPermissions: setOpened, onDelete: (group) => void ask(group) })
  }, [can, save, remove])
  const view = useTableView({
    columns,
    rows: groups.data,
    rowId: groupId,
    sort: place.sort === '' ? undefined : { columnId: place.sort, isDescending: place.order === 'down' },
    onSort: ({ columnId, isDescending }) =>
      setPlace({ sort: columnId, order: isDescending ? 'down' : 'up' }, { replace: true }),
    ...useChosenColumns('group'),
  })

  return (
    <>
      <PageHead
        title="Groups"
        fact={groups.data ? describeCount(groups.data) : undefined}
        actions={
          can('VG') ? (
            <>
              <ColumnChooser view={view} />
              <CsvButton view={view} fileName="groups" />
              {can('CG') ? <AddButton isAdding={isAdding} onAdd={() => setAdding(true)} /> : null}
            </>
          ) : null
        }
      />
      <Panel isRefreshing={groups.isFetching}>
        {can('VG') ? (
          <>
            <DataTable
              view={view}
              label="Groups"
              empty={null}
              failure={failureOf(groups, 'The groups could not be loaded')}
              page={place}
              selectedId={opened?.id}
              rowTone={({ status }) => (status === 'ACTIVE' ? undefined : 'dimmed')}
              firstRow={
                isAdding ? (
                  <AddGroupRow columnIds={view.visibleColumns.map(({ id }) => id)} onClose={() => setAdding(false)} />
                ) : undefined
              }
            />
            {groups.data ? (
              <Pager
                label="Groups"
                start={place.start}
                count={place.count}
                total={groups.data.length}
                onMove={setPlace}
              />
            ) : null}
          </>
        ) : (
          <MissingPermission rule={featureAccess.group} purpose="open Groups" />
        )}
      </Panel>
      {opened ? <PermissionModal group={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

function describeCount(groups: readonly Group[]): string {
  const system = groups.filter(({ systemGroup }) => systemGroup).length
  return `${system} system, ${groups.length - system} own`
}

function AddButton({ isAdding, onAdd }: { readonly isAdding: boolean; readonly onAdd: () => void }) {
  return (
    <DisabledReason reason={isAdding ? 'The new group is the first row of the table' : undefined}>
      <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
        Add group
      </Button>
    </DisabledReason>
  )
}
