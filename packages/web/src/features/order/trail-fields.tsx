// The distance of a trailing stop: in dollars or percent, and where its stop is now.
import { SegmentedControl } from '@mantine/core'
import { trailUnits, type TrailUnit } from '@clubfolio/domain'
import classes from './order-ticket.module.css'
import { describeTrailNow, type TypedTrail } from './ticket-form.ts'

export interface TrailFieldsProps {
  readonly label: string
  readonly unit: TrailUnit
  readonly words: TypedTrail
  /** The last price at the brokerage; null until it is known, and where the trail starts at another one. */
  readonly lastPrice: string | null
  readonly onUnit: (unit: TrailUnit) => void
}

const labels: Readonly<Record<TrailUnit, string>> = { DOLLARS: 'Dollars', PERCENT: 'Percent' }

export function TrailFields({ label, unit, words, lastPrice, onUnit }: TrailFieldsProps) {
  return (
    <div className={classes['trail']}>
      <SegmentedControl
        aria-label={label}
        size="xs"
        data={trailUnits.map((value) => ({ value, label: labels[value] }))}
        value={unit}
        onChange={onUnit}
      />
      <p className={classes['hint']} role="note">
        {describeTrailNow(words, lastPrice)}
      </p>
    </div>
  )
}
