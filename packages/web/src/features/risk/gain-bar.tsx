// An amount as a bar to the left or right of a zero line in the middle. The number beside it says the same.
import classes from './risk.module.css'

export interface GainBarProps {
  readonly value: number
  /** The largest amount of the list, which fills its half. */
  readonly most: number
}

export function GainBar({ value, most }: GainBarProps) {
  const width = most === 0 ? 0 : (Math.abs(value) / most) * 50
  return (
    <span className={classes['bar']} aria-hidden>
      <span
        className={classes['fill']}
        data-below={value < 0 || undefined}
        style={{ width: `${width}%`, ...(value < 0 ? { right: '50%' } : { left: '50%' }) }}
      />
    </span>
  )
}
