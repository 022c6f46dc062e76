// Source and freshness of prices: filled teal dot = live, hollow amber = stale or imported, always with text.
import classes from './market-badge.module.css'

export interface MarketBadgeProps {
  /** For example "Simulated market". */
  readonly source: string
  /** "open" or "closed". */
  readonly state: string
  /** For example "14:32 New York", "data of 2021-04-21", "as of 14:26:40". */
  readonly time: string
  readonly isLive: boolean
}

export function MarketBadge({ source, state, time, isLive }: MarketBadgeProps) {
  return (
    <span className={classes['badge']} title={`${source} · ${state} · ${time}`}>
      <span className={classes['dot']} data-live={isLive || undefined} aria-hidden />
      <span className={classes['source']}>{source}</span>
      <span className={classes['rest']}>
        {' '}
        · {state} · {time}
      </span>
    </span>
  )
}
