// The notification centre: all notifications, newest first, with a filter for the unread ones.
// Source: docs/rules/trading.md, "Notifications"; docs/rules/access.md, "Permission keys".
import { featureAccess, notificationKinds, type Notification } from '@clubfolio/contract'
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconAdjustments, IconChecks, IconMail, IconMailOpened } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { type Column, instantColumn, textColumn, unsorted } from '../../ui/table/column.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useMarkAllRead, useMarkRead, useNotifications, useRecentNotifications } from './api.ts'
import classes from './notification.module.css'
import { UnreadDot } from './unread-dot.tsx'

const WaysModal = lazy(() => import('./ways-modal.tsx').then((module) => ({ default: module.WaysModal })))

const Place = z.object({
  which: z.enum(['ALL', 'UNREAD']).catch('ALL'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
  /** 1 while the delivery settings dialog is open; mails link to it. */
  ways: z.coerce.number().int().min(0).max(1).catch(0),
})

// The server sorts them: newest first.
const columns: readonly Column<Notification>[] = [
  unsorted(
    textColumn<Notification>({
      id: 'title',
      header: 'Notification',
      value: ({ title }) => title,
      isFixed: true,
      width: 220,
      render: (row) => <Title message={row} />,
    }),
  ),
  unsorted(
    textColumn<Notification>({
      id: 'text',
      header: 'What happened',
      value: ({ text }) => text,
      render: ({ text }) => <span className={classes['words']}>{text}</span>,
    }),
  ),
  unsorted(
    textColumn<Notification>({ id: 'kind', header: 'Kind', value: ({ kind }) => notificationKinds[kind], width: 180 }),
  ),
  unsorted(
    instantColumn<Notification>({ id: 'createdAt', header: 'Date', value: ({ createdAt }) => createdAt, width: 150 }),
  ),
  unsorted(
    instantColumn<Notification>({
      id: 'readAt',
      header: 'Read',
      value: ({ readAt }) => readAt,
      width: 150,
      isHiddenByDefault: true,
    }),
  ),
]

const notificationId = (row: Notification) => row.id

export function NotificationScreen() {
  useDocumentTitle('Notifications')
  const can = useCan()
  const [place, setPlace] = useUrlState(Place)
  const page = useNotifications(place, can('VN'))
  const view = useTableView({
    columns,
    rows: page.data?.result,
    rowId: notificationId,
    isSortedByServer: true,
    ...useChosenColumns('notification'),
  })
  return (
    <>
      <PageHead
        title="Notifications"
        fact={can('VN') ? <UnreadFact /> : undefined}
        actions={
          can('VN') ? (
            <>
              <WaysButton onOpen={() => setPlace({ ways: 1 })} />
              <MarkAllButton />
            </>
          ) : null
        }
      />
      {can('VN') ? (
        <Panel
          title={<Choice which={place.which} onChange={(which) => setPlace({ which, start: 0 })} />}
          isRefreshing={page.isFetching}
          controls={
            <>
              <ColumnChooser view={view} />
              <CsvButton view={view} fileName="notifications" isQuiet />
            </>
          }
        >
          <DataTable
            view={view}
            label="Notifications"
            failure={failureOf(page, 'The notifications could not be loaded')}
            empty={<Empty which={place.which} onShowAll={() => setPlace({ which: 'ALL', start: 0 })} />}
            renderActions={(row) => <MarkAction message={row} />}
          />
          {page.data && page.data.total > 0 ? (
            <Pager
              label="Notifications"
              start={place.start}
              count={place.count}
              total={page.data.total}
              onMove={setPlace}
            />
          ) : null}
        </Panel>
      ) : (
        <Panel>
          <MissingPermission rule={featureAccess.notification} purpose="open Notifications" />
        </Panel>
      )}
      {can('VN') && place.ways === 1 ? (
        <Suspense fallback={null}>
          <WaysModal onClose={() => setPlace({ ways: 0 })} />
        </Suspense>
      ) : null}
    </>
  )
}

function WaysButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button variant="default" leftSection={<IconAdjustments size={16} stroke={1.6} />} onClick={onOpen}>
      Delivery settings
    </Button>
  )
}

function UnreadFact() {
  const { data } = useRecentNotifications()
  return data ? <>{data.unread} unread</> : null
}

function MarkAllButton() {
  const { data } = useRecentNotifications()
  const markAll = useMarkAllRead()
  const isDone = data?.unread === 0
  return (
    <DisabledReason reason={isDone ? 'Everything is read' : undefined}>
      <Button
        variant="default"
        leftSection={<IconChecks size={16} stroke={1.6} />}
        disabled={!data}
        loading={markAll.isPending}
        onClick={() => markAll.mutate()}
      >
        Mark all as read
      </Button>
    </DisabledReason>
  )
}

function Choice({
  which,
  onChange,
}: {
  readonly which: 'ALL' | 'UNREAD'
  readonly onChange: (which: 'ALL' | 'UNREAD') => void
}) {
  return (
    <SegmentedControl
      aria-label="Which notifications"
      data={[
        { value: 'ALL', label: 'All' },
        { value: 'UNREAD', label: 'Unread' },
      ]}
      value={which}
      onChange={(value) => onChange(value === 'UNREAD' ? 'UNREAD' : 'ALL')}
    />
  )
}

function Title({ message: { title, link, readAt } }: { readonly message: Notification }) {
  return (
    <span className={`${classes['title']} ${classes['cell']}`} data-unread={readAt === null || undefined}>
      {readAt === null ? <UnreadDot /> : null}
      {link === null ? (
        title
      ) : (
        <Link to={link} className={classes['link']}>
          {title}
        </Link>
      )}
    </span>
  )
}

function MarkAction({ message: { id, title, readAt } }: { readonly message: Notification }) {
  const markRead = useMarkRead()
  const isRead = readAt !== null
  const label = isRead ? 'Mark as unread' : 'Mark as read'
  const Mark = isRead ? IconMail : IconMailOpened
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={`${label}: ${title}`} onClick={() => markRead.mutate({ id, isRead: !isRead })}>
        <Mark size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function Empty({ which, onShowAll }: { readonly which: 'ALL' | 'UNREAD'; readonly onShowAll: () => void }) {
  if (which === 'UNREAD') {
    return (
      <EmptyState
        title="Everything is read"
        words="New notifications appear here and under Notifications in the top bar."
        actions={
          <Button variant="default" onClick={onShowAll}>
            Show all
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No notifications yet"
      words={
        'When something happens that concerns you, such as a filled order, a recorded entry or a sign-in with a ' +
        'new browser, it appears here.'
      }
    />
  )
}
