// A failed place: what, why, since when the last good data is, and Retry where it failed.
import { Button } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { formatTime } from '../format/date.ts'
import classes from './state.module.css'

export interface FailedStateProps {
  /** What failed: "Top Losers could not be loaded". */
  readonly title: string
  /** Why, in plain words: "The market source did not answer within 10 seconds." */
  readonly why?: string
  /** When the data that is still known was read; 0, as the query says it, when there never was any. */
  readonly lastGoodMs?: number
  readonly onRetry: () => void
  readonly isRetrying?: boolean
  readonly onShowLastGood?: () => void
}

export function FailedState({ title, why, lastGoodMs, onRetry, isRetrying = false, onShowLastGood }: FailedStateProps) {
  return (
    <div className={classes['state']} role="alert">
      <div className={classes['title']}>
        <IconAlertCircle size={16} stroke={1.8} className={classes['failed']} aria-hidden />
        {title}
      </div>
      <p className={classes['words']}>
        {why} {lastGoodMs ? `Last good data: ${formatTime(lastGoodMs)}.` : null}
      </p>
      <div className={classes['actions']}>
        <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry} loading={isRetrying}>
          Retry
        </Button>
        {onShowLastGood ? (
          <Button variant="subtle" onClick={onShowLastGood}>
            Show last good data
          </Button>
        ) : null}
      </div>
    </div>
  )
}
