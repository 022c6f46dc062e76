// The filters of the Orders screen: two ranges of days and the statuses. They apply when Filter is pressed; Reset
// restores the four default statuses. Source: docs/rules/trading.md, "Orders" and "Order statuses".
import { type OrderStatus, orderStatuses, sentenceCase } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DayRangePicker } from '../../ui/day-picker.tsx'
import { isCompleteRange, type DayRange } from '../../ui/day-range.ts'
import { MultiSelect } from '../../ui/multi-select.tsx'
import classes from './order-list.module.css'

export interface ShownFilter {
  readonly entered: DayRange
  readonly closed: DayRange
  readonly statuses: readonly OrderStatus[]
}

/** Source: docs/rules/trading.md, "Orders" and "Order statuses". */
export const defaultStatuses: readonly OrderStatus[] = ['PENDING_ACTIVATION', 'QUEUED', 'WORKING', 'FILLED']

const anyDay: DayRange = [null, null]
export const defaultFilter: ShownFilter = { entered: anyDay, closed: anyDay, statuses: defaultStatuses }

const choices = orderStatuses.map((key) => ({ key, value: sentenceCase(key) }))

export interface OrderFiltersProps {
  readonly applied: ShownFilter
  readonly onApply: (filter: ShownFilter) => void
}

export function OrderFilters({ applied, onApply }: OrderFiltersProps) {
  const [draft, setDraft] = useState(applied)
  // A range applies only when both ends are set.
  const whole = (range: DayRange): DayRange => (isCompleteRange(range) ? range : anyDay)
  return (
    <form
      className={classes['filters']}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ entered: whole(draft.entered), closed: whole(draft.closed), statuses: draft.statuses })
      }}
    >
      <div className={classes['range']}>
        <DayRangePicker label="Entered" value={draft.entered} onChange={(entered) => setDraft({ ...draft, entered })} />
      </div>
      <div className={classes['range']}>
        <DayRangePicker label="Closed" value={draft.closed} onChange={(closed) => setDraft({ ...draft, closed })} />
      </div>
      <div className={classes['statuses']}>
        <MultiSelect
          label="Status"
          choices={choices}
          selected={draft.statuses}
          onChange={(statuses) => setDraft({ ...draft, statuses })}
        />
      </div>
      <Button type="submit" variant="light">
        Filter
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          setDraft(defaultFilter)
          onApply(defaultFilter)
        }}
      >
        Reset
      </Button>
    </form>
  )
}
