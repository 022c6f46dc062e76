// One amber line where a decision is made, or a red one where money is at risk: the problem, and its remedy on the
// right.
import { IconAlertTriangle, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './warning-bar.module.css'

export interface WarningBarProps {
  readonly children: ReactNode
  readonly icon?: Icon
  readonly action?: ReactNode
  readonly isDanger?: boolean
}

export function WarningBar({ children, icon: Mark = IconAlertTriangle, action, isDanger = false }: WarningBarProps) {
  return (
    <div className={classes['bar']} role={isDanger ? 'alert' : 'status'} data-danger={isDanger || undefined}>
      <Mark size={16} stroke={1.6} className={classes['mark']} aria-hidden />
      <div className={classes['words']}>{children}</div>
      {action}
    </div>
  )
}
