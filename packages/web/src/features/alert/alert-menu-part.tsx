// The top bar's alerts: what stands, the most severe first, then what was resolved within a day.
// Source: specification 2, section 2 Top bar; decisions, "Product".
import { type Alert, alertKinds } from '@clubfolio/contract'
import { Button, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { setMenuCount } from '../../kernel/menu-count.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { IconCount } from '../../ui/icon-count.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { isStanding } from './alert-order.ts'
import classes from './alert.module.css'
import { useCurrentAlerts } from './api.ts'
import { SeverityMark } from './severity-mark.tsx'

export function AlertMenuPart() {
  const [isOpen, setOpen] = useState(false)
  const alerts = useCurrentAlerts()
  const count = alerts.data?.filter(isStanding).length ?? 0
  useEffect(() => setMenuCount('alert', count), [count])
  return (
    <Popover width={360} position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus={count > 0} returnFocus>
      <Popover.Target>
        <IconCount icon={IconBell} label="Alerts" count={count} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Alerts" p={0}>
        <strong className={classes['head']}>Alerts</strong>
        {alerts.data ? (
          <AlertList alerts={alerts.data} onChoose={() => setOpen(false)} />
        ) : alerts.isError ? (
          <FailedState title="The alerts could not be loaded" why={alerts.error.message} onRetry={() => void alerts.refetch()} isRetrying={alerts.isFetching} />
        ) : (
          <p className={classes['quiet']}>Loading alerts</p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function AlertList({ alerts, onChoose }: { readonly alerts: readonly Alert[]; readonly onChoose: () => void }) {
  if (alerts.length === 0) return <p className={classes['quiet']}>No alerts</p>
  return (
    <ul className={classes['list']} tabIndex={0} aria-label="Alerts">
      {alerts.map((alert) => (
        <li key={alert.id} className={classes['item']} data-over={!isStanding(alert) || undefined}>
          <SeverityMark alert={alert} />
          <div className={classes['words']}>
            <div className={classes['title']}>{alert.title}</div>
            <div>{alert.text}</div>
            <div className={classes['when']}>
              {alertKinds[alert.kind]} · {alert.resolvedAt === null ? `since ${formatDateTime(alert.raisedAt)}` : `resolved ${formatDateTime(alert.resolvedAt)}`}
            </div>
          </div>
          {alert.link !== null && isStanding(alert) ? (
            <Button component={Link} to={alert.link} size="xs" variant="default" aria-label={`Open: ${alert.title}`} onClick={onChoose}>
              Open
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
