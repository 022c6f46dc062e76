// Alerts as a list, most severe first: each with its text, since when, and a link to where it can be resolved.
import { alertKinds, type Alert } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../ui/format/date.ts'
import { isStanding } from './alert-order.ts'
import classes from './alert.module.css'
import { SeverityMark } from './severity-mark.tsx'

export interface AlertListProps {
  readonly alerts: readonly Alert[]
  readonly onChoose?: () => void
  /** Sized to its content, for use inside a page. */
  readonly isWhole?: boolean
}

export function AlertList({ alerts, onChoose, isWhole = false }: AlertListProps) {
  return (
    <ul
      className={classes['list']}
      data-whole={isWhole || undefined}
      tabIndex={isWhole ? undefined : 0}
      aria-label="Alerts"
    >
      {alerts.map((alert) => (
        <li key={alert.id} className={classes['item']} data-over={!isStanding(alert) || undefined}>
          <SeverityMark alert={alert} />
          <div className={classes['words']}>
            <div className={classes['title']}>{alert.title}</div>
            <div>{alert.text}</div>
            <div className={classes['when']}>
              {alertKinds[alert.kind]} ·{' '}
              {alert.resolvedAt === null
                ? `since ${formatDateTime(alert.raisedAt)}`
                : `resolved ${formatDateTime(alert.resolvedAt)}`}
            </div>
          </div>
          {alert.link !== null && isStanding(alert) ? (
            <Button
              component={Link}
              to={alert.link}
              size="xs"
              variant="default"
              aria-label={`Open: ${alert.title}`}
              onClick={onChoose}
            >
              Open
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
