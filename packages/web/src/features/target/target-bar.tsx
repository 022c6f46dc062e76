// The part of a class as a bar, its target as a line and its band as a frame: readable by shape alone.
import { formatPercent } from '../../ui/format/percent.ts'
import type { BandRange } from './band-words.ts'
import classes from './target-bar.module.css'

export interface TargetBarProps {
  readonly part: number | null
  readonly target: number | null
  readonly range: BandRange | undefined
  /** The percent at the right end. */
  readonly scale: number
}

export function TargetBar({ part, target, range, scale }: TargetBarProps) {
  const at = (percent: number): string => `${Math.min(100, Math.max(0, (percent / scale) * 100))}%`
  return (
    <div className={classes['track']} role="img" aria-label={describeBar({ part, target, range })}>
      {range ? (
        <span
          className={classes['band']}
          style={{ left: at(range.low), width: at(Math.min(scale, range.high) - range.low) }}
        />
      ) : null}
      <span className={classes['part']} style={{ width: at(part ?? 0) }} />
      {target === null ? null : <span className={classes['target']} style={{ left: at(target) }} />}
    </div>
  )
}

/** `Part 64.20%, target 60.00%, band 55.00% to 65.00%` */
function describeBar({ part, target, range }: Omit<TargetBarProps, 'scale'>): string {
  const own = part === null ? 'No part' : `Part ${formatPercent(part)}`
  if (target === null) return own
  const band = range ? `, band ${formatPercent(range.low)} to ${formatPercent(range.high)}` : ''
  return `${own}, target ${formatPercent(target)}${band}`
}

/** What the marks of the bars mean. */
export function BarLegend() {
  return (
    <ul className={classes['legend']} aria-label="What the bars show">
      <li>
        <span className={classes['sample']}>
          <span className={classes['part']} data-sample />
        </span>
        Part
      </li>
      <li>
        <span className={classes['sample']}>
          <span className={classes['target']} data-sample />
        </span>
        Target
      </li>
      <li>
        <span className={classes['sample']}>
          <span className={classes['band']} data-sample />
        </span>
        Band
      </li>
    </ul>
  )
}
