// One long task: its name, its progress in numbers, its outcome, and a progress bar.
import type { TaskStatus } from '@clubfolio/contract'
import classes from './task-progress.module.css'
import { formatProgress } from './format/progress-words.ts'

export interface TaskProgressProps {
  readonly name: string
  readonly position: number
  readonly total: number
  readonly percent: number
  readonly status?: TaskStatus
  /** It was cancelled and is running to its next safe point. */
  readonly isCancelling?: boolean
}

export function TaskProgress({
  name,
  position,
  total,
  percent,
  status = 'RUNNING',
  isCancelling = false,
}: TaskProgressProps) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div>
      <div className={classes['words']}>
        <span>
          {name}
          {status === 'RUNNING' && !isCancelling ? null : (
            <span className={classes['end']}> · {isCancelling ? 'stopping' : status.toLowerCase()}</span>
          )}
        </span>
        <span className={classes['figures']}>{formatProgress({ position, total, percent })}</span>
      </div>
      <div
        className={classes['track']}
        role="progressbar"
        aria-label={name}
        aria-valuenow={Math.round(shown)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={classes['bar']} data-status={status} style={{ width: `${shown}%` }} />
      </div>
    </div>
  )
}
