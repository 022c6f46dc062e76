// A calendar for a range of days; its code loads when the first one opens.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { calendarLabels } from './calendar-labels.ts'
import type { DayRange } from './day-range.ts'

const DatePicker = lazy(() => import('@mantine/dates').then((module) => ({ default: module.DatePicker<'range'> })))

export interface RangeCalendarProps {
  readonly value: DayRange
  /** Called on every change; a range with one end is not yet complete (`isCompleteRange`). */
  readonly onChange: (range: DayRange) => void
}

export function RangeCalendar({ value, onChange }: RangeCalendarProps) {
  return (
    <Suspense fallback={<Skeleton width={252} height={268} />}>
      <DatePicker
        type="range"
        allowSingleDateInRange
        firstDayOfWeek={0}
        ariaLabels={calendarLabels}
        value={[value[0], value[1]]}
        onChange={onChange}
      />
    </Suspense>
  )
}
