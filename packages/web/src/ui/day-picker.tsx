// Pickers for market days as `YYYY-MM-DD`: one day, or a range that counts only when both ends are set.
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { calendarLabels } from './calendar-labels.ts'
import type { DayRange } from './day-range.ts'

const dayFormat = 'YYYY-MM-DD'
const mark = <IconCalendar size={14} stroke={1.6} />

export interface DayPickerProps {
  readonly label: string
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  readonly isRequired?: boolean
  readonly isClearable?: boolean
  readonly error?: string | undefined
  readonly minDay?: string
  readonly maxDay?: string
  /** Restricts selectable days, for example to the expirations of an option chain. */
  readonly isAllowed?: (day: string) => boolean
}

export function DayPicker({
  label,
  value,
  onChange,
  isRequired = false,
  isClearable = false,
  error,
  minDay,
  maxDay,
  isAllowed,
}: DayPickerProps) {
  return (
    <DatePickerInput
      label={label}
      placeholder={dayFormat}
      valueFormat={dayFormat}
      value={value}
      onChange={onChange}
      withAsterisk={isRequired}
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      error={error}
      firstDayOfWeek={0}
      ariaLabels={calendarLabels}
      leftSection={mark}
      leftSectionPointerEvents="none"
      {...(minDay ? { minDate: minDay } : {})}
      {...(maxDay ? { maxDate: maxDay } : {})}
      {...(isAllowed ? { excludeDate: (day: string) => !isAllowed(day) } : {})}
    />
  )
}

export interface DayRangePickerProps {
  readonly label: string
  readonly value: DayRange
  /** Called on every change; a range with one end is not yet complete (`isCompleteRange`). */
  readonly onChange: (range: DayRange) => void
  readonly error?: string | undefined
  readonly maxDay?: string
}

export function DayRangePicker({ label, value, onChange, error, maxDay }: DayRangePickerProps) {
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder="From – to"
      valueFormat={dayFormat}
      value={[value[0], value[1]]}
      onChange={onChange}
      error={error}
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      firstDayOfWeek={0}
      ariaLabels={calendarLabels}
      leftSection={mark}
      leftSectionPointerEvents="none"
      {...(maxDay ? { maxDate: maxDay } : {})}
    />
  )
}
