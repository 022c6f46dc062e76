// How much of a limit is used: a bar with its figures.
import type { LimitUse } from '@clubfolio/contract'
import classes from './limit-meter.module.css'
import { describeLimitUse, limitName } from './limit-words.ts'

/** From here on the bar warns. */
const nearShare = 0.8

export function LimitMeter({ use }: { readonly use: LimitUse }) {
  const share = Number(use.limit) > 0 ? Number(use.after ?? use.used) / Number(use.limit) : 0
  const words = describeLimitUse(use)
  const name = limitName(use)
  return (
    <div className={classes['meter']}>
      <div className={classes['words']}>
        <span>{name}</span>
        <span>{words}</span>
      </div>
      <div
        className={classes['track']}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Math.min(1, share) * 100)}
        aria-valuetext={words}
        data-state={share > 1 ? 'over' : share >= nearShare ? 'near' : undefined}
      >
        <span style={{ width: `${Math.min(1, share) * 100}%` }} />
      </div>
    </div>
  )
}
