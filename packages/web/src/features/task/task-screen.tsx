// The Task page: running and past tasks, their progress, duration and outcome, with cancel where possible.
// Source: docs/rules/trading.md, "Tasks"; docs/rules/access.md, "Permission keys".
import { taskStatuses, type ListedTask, type TaskStatus } from '@clubfolio/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useCan } from '../../kernel/session.ts'
import { useStore } from '../../kernel/store.ts'
import { taskList } from '../../kernel/task-list.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { confirm } from '../../ui/confirm.tsx'
import { formatDuration } from '../../ui/format/duration.ts'
import { formatProgress } from '../../ui/format/progress-words.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { StatusMark, type StatusShape } from '../../ui/status-mark.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { type Column, instantColumn, textColumn, unsorted } from '../../ui/table/column.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useCancelTask, useTasks } from './api.ts'
import classes from './task.module.css'

const Place = z.object({
  status: z.enum(['ALL', ...taskStatuses]).catch('ALL'),
  whose: z.enum(['OWN', 'ALL']).catch('OWN'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})
type Place = z.output<typeof Place>

const statusWords: Record<TaskStatus, { readonly word: string; readonly shape: StatusShape }> = {
  RUNNING: { word: 'Running', shape: 'half' },
  COMPLETED: { word: 'Completed', shape: 'check' },
  FAILED: { word: 'Failed', shape: 'cross' },
  CANCELLED: { word: 'Cancelled', shape: 'struck' },
}

const durationOf = ({ startedAt, endedAt }: ListedTask): string => formatDuration((endedAt ?? Date.now()) - startedAt)

// The server sorts them: newest first.
const ownColumns: readonly Column<ListedTask>[] = [
  unsorted(
    textColumn<ListedTask>({
      id: 'name',
      header: 'Task',
      value: ({ name }) => name,
      isFixed: true,
      width: 240,
      render: ({ name }) => <span className={classes['name']}>{name}</span>,
    }),
  ),
  unsorted(
    textColumn<ListedTask>({
      id: 'status',
      header: 'Status',
      value: ({ status }) => statusWords[status].word,
      width: 120,
      render: (row) => <Status task={row} />,
    }),
  ),
  unsorted(
    textColumn<ListedTask>({
      id: 'progress',
      header: 'Progress',
      value: formatProgress,
      width: 210,
      render: (row) => <Progress task={row} />,
    }),
  ),
  unsorted(
    instantColumn<ListedTask>({ id: 'startedAt', header: 'Started', value: ({ startedAt }) => startedAt, width: 150 }),
  ),
  unsorted(
    textColumn<ListedTask>({ id: 'duration', header: 'Duration', value: durationOf, width: 100, align: 'right' }),
  ),
  unsorted(
    textColumn<ListedTask>({
      id: 'error',
      header: 'Outcome',
      value: ({ error }) => error,
      render: ({ error }) => <span className={classes['words']}>{error ?? ''}</span>,
    }),
  ),
]
const allColumns: readonly Column<ListedTask>[] = [
  ...ownColumns.slice(0, 1),
  unsorted(
    textColumn<ListedTask>({
      id: 'ownerName',
      header: 'For',
      value: ({ ownerName }) => ownerName ?? 'Everybody',
      width: 140,
    }),
  ),
  ...ownColumns.slice(1),
]

const taskId = (row: ListedTask) => row.id

export function TaskScreen() {
  useDocumentTitle('Tasks')
  const can = useCan()
  const [asked, setPlace] = useUrlState(Place)
  const place: Place = can('VAd') ? asked : { ...asked, whose: 'OWN' }
  const page = useTasks(place, can('VT'))
  const rows = useLiveRows(page.data?.result)
  const view = useTableView({
    columns: place.whose === 'ALL' ? allColumns : ownColumns,
    rows,
    rowId: taskId,
    isSortedByServer: true,
    ...useChosenColumns('task'),
  })
  const running = rows?.filter(({ status }) => status === 'RUNNING').length
  return (
    <>
      <PageHead
        title="Tasks"
        fact={running === undefined ? undefined : `${running} running`}
        actions={can('VAd') ? <Whose whose={place.whose} onChange={(whose) => setPlace({ whose, start: 0 })} /> : null}
      />
      <Panel
        title={<Choice status={place.status} onChange={(status) => setPlace({ status, start: 0 })} />}
        isRefreshing={page.isFetching}
        controls={
          <>
            <ColumnChooser view={view} />
            <CsvButton view={view} fileName="tasks" isQuiet />
          </>
        }
      >
        <DataTable
          view={view}
          label="Tasks"
          failure={failureOf(page, 'The tasks could not be loaded')}
          empty={<Empty status={place.status} onShowAll={() => setPlace({ status: 'ALL', start: 0 })} />}
          renderActions={(row) => <CancelAction task={row} />}
        />
        {page.data && page.data.total > 0 ? (
          <Pager label="Tasks" start={place.start} count={place.count} total={page.data.total} onMove={setPlace} />
        ) : null}
      </Panel>
    </>
  )
}

/** Returns the fetched page, updated with newer push messages about its tasks. */
function useLiveRows(read: readonly ListedTask[] | undefined): readonly ListedTask[] | undefined {
  const told = useStore(taskList)
  return read?.map((row) => {
    const newer = told.find(({ id, revision }) => id === row.id && revision > row.revision)
    return newer ? { ...row, ...newer } : row
  })
}

function Choice({
  status,
  onChange,
}: {
  readonly status: Place['status']
  readonly onChange: (status: Place['status']) => void
}) {
  return (
    <SegmentedControl
      aria-label="Which tasks"
      className={classes['choice'] ?? ''}
      data={[
        { value: 'ALL', label: 'All' },
        ...taskStatuses.map((value) => ({ value, label: statusWords[value].word })),
      ]}
      value={status}
      onChange={(value) => onChange(Place.shape.status.parse(value))}
    />
  )
}

function Whose({
  whose,
  onChange,
}: {
  readonly whose: Place['whose']
  readonly onChange: (whose: Place['whose']) => void
}) {
  return (
    <SegmentedControl
      aria-label="Whose tasks"
      data={[
        { value: 'OWN', label: 'Mine' },
        { value: 'ALL', label: "Everybody's" },
      ]}
      value={whose}
      onChange={(value) => onChange(value === 'ALL' ? 'ALL' : 'OWN')}
    />
  )
}

function Status({ task: { status, isCancelling } }: { readonly task: ListedTask }) {
  const { word, shape } = statusWords[status]
  return <StatusMark shape={shape}>{isCancelling ? 'Stopping' : word}</StatusMark>
}

function Progress({ task: { name, position, total, percent, status } }: { readonly task: ListedTask }) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <span className={classes['progress']}>
      <span className={classes['figures']}>{formatProgress({ position, total, percent })}</span>
      <span
        className={classes['track']}
        role="progressbar"
        aria-label={`Progress of ${name}`}
        aria-valuenow={Math.round(shown)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={classes['bar']} data-status={status} style={{ width: `${shown}%` }} />
      </span>
    </span>
  )
}

function CancelAction({
  task: { id, name, status, isCancellable, isCancelling, mayCancel },
}: {
  readonly task: ListedTask
}) {
  const cancel = useCancelTask()
  if (status !== 'RUNNING' || !mayCancel || !isCancellable) return null
  const ask = async () => {
    const isSure = await confirm({
      question: `Do you want to cancel "${name}"?`,
      consequence: 'It stops at its next safe point. Nothing is left half-written.',
      accept: 'Cancel the task',
      cancel: 'Let it run',
      isDanger: true,
    })
    if (isSure) cancel.mutate(id)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlayerStop size={14} stroke={1.6} />}
      disabled={isCancelling}
      loading={cancel.isPending}
      aria-label={`Cancel ${name}`}
      onClick={() => void ask()}
    >
      {isCancelling ? 'Stopping' : 'Cancel'}
    </Button>
  )
}

function Empty({ status, onShowAll }: { readonly status: Place['status']; readonly onShowAll: () => void }) {
  if (status === 'RUNNING')
    return (
      <EmptyState
        title="No running task"
        words="Running tasks appear here and in the top bar."
        actions={
          <Button variant="default" onClick={onShowAll}>
            Show all
          </Button>
        }
      />
    )
  if (status !== 'ALL')
    return (
      <EmptyState
        title={`No ${statusWords[status].word.toLowerCase()} task`}
        words="No task has ended this way."
        actions={
          <Button variant="default" onClick={onShowAll}>
            Show all
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title="No tasks yet"
      words="Imports, account readings, reports and other long tasks appear here with their progress and result."
    />
  )
}
