// The severity of an alert: a shape and a word, in amber where it needs attention.
import type { Alert, AlertSeverity } from '@clubfolio/contract'
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'
import classes from './alert.module.css'

export const severityLabels: Record<AlertSeverity, string> = { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' }

export const severityIcons: Record<AlertSeverity, Icon> = {
  INFO: IconInfoCircle,
  WARNING: IconAlertTriangle,
  CRITICAL: IconAlertOctagon,
}

export function SeverityMark({ alert }: { readonly alert: Alert }) {
  const isOver = alert.resolvedAt !== null
  const Mark = isOver ? IconCircleCheck : severityIcons[alert.severity]
  return (
    <Mark
      size={16}
      stroke={1.6}
      className={classes['mark']}
      data-severity={isOver ? 'OVER' : alert.severity}
      aria-label={isOver ? 'Resolved' : severityLabels[alert.severity]}
      aria-hidden={false}
      role="img"
    />
  )
}
