// The top bar's alerts: active ones, most severe first, then those resolved within a day.
// Source: docs/rules/trading.md, "Top bar".
import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { setMenuCount } from '../../kernel/menu-count.ts'
import { IconCount } from '../../ui/icon-count.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { AlertList } from './alert-list.tsx'
import { isStanding } from './alert-order.ts'
import classes from './alert.module.css'
import { useCurrentAlerts } from './api.ts'

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
          alerts.data.length === 0 ? (
            <p className={classes['quiet']}>No alerts</p>
          ) : (
            <AlertList alerts={alerts.data} onChoose={() => setOpen(false)} />
          )
        ) : alerts.isError ? (
          <FailedQuery query={alerts} title="The alerts could not be loaded" />
        ) : (
          <p className={classes['quiet']}>Loading alerts</p>
        )}
        <Link to="/alert" className={classes['foot']} onClick={() => setOpen(false)}>
          All alerts and rules
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
