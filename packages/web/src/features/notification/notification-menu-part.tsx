// The top bar's notifications: the newest ones, unread ones marked; choosing one marks it as read and opens its
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
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useMarkAllRead, useMarkRead, useRecentNotifications } from './api.ts'
import classes from './notification.module.css'
import { UnreadDot } from './unread-dot.tsx'

export function NotificationMenuPart() {
  const [isOpen, setOpen] = useState(false)
  const recent = useRecentNotifications()
  const markAll = useMarkAllRead()
  const unread = recent.data?.unread ?? 0
  useEffect(() => setMenuCount('notification', unread), [unread])
  return (
    <div className={classes['menu']}>
      <Popover width={360} position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus returnFocus>
        <Popover.Target>
          <IconCount icon={IconMessage2} label="Notifications" count={unread} onClick={() => setOpen(!isOpen)} />
        </Popover.Target>
        <Popover.Dropdown aria-label="Notifications" p={0}>
          <div className={classes['head']}>
            <strong>Notifications</strong>
            <DisabledReason reason={unread === 0 ? 'Everything is read' : undefined}>
              <Button variant="subtle" size="xs" loading={markAll.isPending} onClick={() => markAll.mutate()}>
                Mark all as read
              </Button>
            </DisabledReason>
          </div>
          <Newest recent={recent} onChoose={() => setOpen(false)} />
          <Link to="/notification" className={classes['foot']} onClick={() => setOpen(false)}>
            All notifications
          </Link>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

function Newest({
  recent,
  onChoose,
}: {
  readonly recent: ReturnType<typeof useRecentNotifications>
  readonly onChoose: () => void
}) {
  const markRead = useMarkRead()
  const navigate = useNavigate()
  if (!recent.data) {
    if (!recent.isError) return <p className={classes['quiet']}>Loading notifications</p>
    return <FailedQuery query={recent} title="The notifications could not be loaded" />
  }
  if (recent.data.result.length === 0) return <p className={classes['quiet']}>No notifications</p>
  const choose = (notification: Notification) => {
    if (notification.readAt === null) markRead.mutate({ id: notification.id, isRead: true })
    if (notification.link === null) return
    onChoose()
    void navigate({ href: notification.link })
  }
  return (
    <ul className={classes['list']}>
      {recent.data.result.map((notification) => (
        <li key={notification.id}>
          <UnstyledButton
            className={classes['item']}
            data-unread={notification.readAt === null || undefined}
            onClick={() => choose(notification)}
          >
            <span className={classes['title']}>
              {notification.readAt === null ? <UnreadDot /> : null}
              {notification.title}
            </span>
            <span className={classes['text']}>{notification.text}</span>
            <span className={classes['when']}>
              {notificationKinds[notification.kind]} · {formatDateTime(notification.createdAt)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
