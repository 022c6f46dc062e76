// The alert notification bar under the top bar: the most urgent alert in one line, with its remedy and a dismiss
// button.
// Source: docs/rules/trading.md, "Top bar".
import { Button, CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { urgentAlerts } from './alert-order.ts'
import classes from './alert.module.css'
import { useCurrentAlerts, usePutAway } from './api.ts'
import { severityIcons } from './severity-mark.tsx'

export function AlertBarPart() {
  const { data } = useCurrentAlerts()
  const putAway = usePutAway()
  const urgent = urgentAlerts(data ?? [])
  const [first] = urgent
  if (!first) return null
  return (
    <section className={classes['bar']} data-alert-bar aria-label="Alert">
      <WarningBar
        icon={severityIcons[first.severity]}
        action={
          <span className={classes['actions']}>
            {urgent.length > 1 ? (
              <Link to="/alert" className={classes['more']}>
                {`1 of ${urgent.length} alerts`}
              </Link>
            ) : null}
            {first.link === null ? null : (
              <Button component={Link} to={first.link} size="xs" variant="default">
                Open
              </Button>
            )}
            <CloseButton
              size={22}
              aria-label="Dismiss this alert"
              title="Dismiss; it stays under Alerts"
              onClick={() => putAway.mutate(first.id)}
            />
          </span>
        }
      >
        <strong>{first.title}.</strong> {first.text}
      </WarningBar>
    </section>
  )
}
