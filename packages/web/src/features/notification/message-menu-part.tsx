// The top bar's messages: the newest notifications, unread ones marked; choosing one marks it as read and opens its
// target.
// Source: docs/rules/trading.md, "Top bar".
import { notificationKinds, type Notification } from '@clubfolio/contract'
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { setMenuCount } from '../../kernel/menu-count.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { IconCount } from '../../ui/icon-count.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useMarkAllRead, useMarkRead, useRecentNotifications } from './api.ts'
import classes from './notification.module.css'

export function MessageMenuPart() {
  const [isOpen, setOpen] = useState(false)
  const recent = useRecentNotifications()
  const markAll = useMarkAllRead()
  const unread = recent.data?.unread ?? 0
  useEffect(() => setMenuCount('notification', unread), [unread])
  return (
    <div className={classes['menu']}>
      <Popover width={360} position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus returnFocus>
        <Popover.Target>
          <IconCount icon={IconMessage2} label="Messages" count={unread} onClick={() => setOpen(!isOpen)} />
        </Popover.Target>
        <Popover.Dropdown aria-label="Messages" p={0}>
          <div className={classes['head']}>
            <strong>Messages</strong>
            <DisabledReason reason={unread === 0 ? 'Everything is read' : undefined}>
              <Button variant="subtle" size="xs" loading={markAll.isPending} onClick={() => markAll.mutate()}>
                Mark all as read
              </Button>
            </DisabledReason>
          </div>
          <Messages recent={recent} onChoose={() => setOpen(false)} />
          <Link to="/notification" className={classes['foot']} onClick={() => setOpen(false)}>
            All notifications
          </Link>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

function Messages({
  recent,
  onChoose,
}: {
  readonly recent: ReturnType<typeof useRecentNotifications>
  readonly onChoose: () => void
}) {
  const markRead = useMarkRead()
  const navigate = useNavigate()
  if (!recent.data) {
    if (!recent.isError) return <p className={classes['quiet']}>Loading messages</p>
    return (
      <FailedState
        title="The messages could not be loaded"
        why={recent.error.message}
        onRetry={() => void recent.refetch()}
        isRetrying={recent.isFetching}
      />
    )
  }
  if (recent.data.result.length === 0) return <p className={classes['quiet']}>No messages</p>
  const choose = (message: Notification) => {
    if (message.readAt === null) markRead.mutate({ id: message.id, isRead: true })
    if (message.link === null) return
    onChoose()
    void navigate({ href: message.link })
  }
  return (
    <ul className={classes['list']}>
      {recent.data.result.map((message) => (
        <li key={message.id}>
          <UnstyledButton
            className={classes['item']}
            data-unread={message.readAt === null || undefined}
            onClick={() => choose(message)}
          >
            <span className={classes['title']}>
              {message.readAt === null ? <span className={classes['dot']} aria-label="Unread" role="img" /> : null}
              {message.title}
            </span>
            <span className={classes['text']}>{message.text}</span>
            <span className={classes['when']}>
              {notificationKinds[message.kind]} · {formatDateTime(message.createdAt)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
