// The distance of a trailing stop: in dollars or percent, and where its stop is now.
import { SegmentedControl } from '@mantine/core'
import { trailUnits, type TrailUnit } from '@clubfolio/domain'
import classes from './order-ticket.module.css'
import { describeTrailNow, type TicketForm } from './ticket-form.ts'

export interface TrailFieldsProps {
  readonly form: TicketForm
  /** The last price at the brokerage; null until it is known. */
  readonly lastPrice: string | null
  readonly onChange: (change: Partial<TicketForm>) => void
}

const labels: Readonly<Record<TrailUnit, string>> = { DOLLARS: 'Dollars', PERCENT: 'Percent' }

export function TrailFields({ form, lastPrice, onChange }: TrailFieldsProps) {
  return (
    <div className={classes['trail']}>
      <SegmentedControl
        aria-label="Trail in"
        size="xs"
        data={trailUnits.map((value) => ({ value, label: labels[value] }))}
        value={form.trailUnit}
        onChange={(trailUnit) => onChange({ trailUnit })}
      />
      <p className={classes['hint']} role="note">
        {describeTrailNow(form, lastPrice)}
      </p>
    </div>
  )
}
