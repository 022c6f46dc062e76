// The state of a place that failed to load: what failed, why, the time of the last good data, and Retry in place.
import { Button } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { formatTime } from '../format/date.ts'
import classes from './state.module.css'

export interface FailedStateProps {
  /** What failed: "Top Losers could not be loaded". */
  readonly title: string
  /** Why, in plain words: "The market source did not answer within 10 seconds." */
  readonly why?: string
  /** When the last good data was fetched; 0, the query library's value, when there never was any. */
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
