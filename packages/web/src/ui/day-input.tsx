// A market day that is typed as `YYYY-MM-DD` or chosen from a calendar. A text that is no allowed day stays in the
// field with its error, and the day before it counts.
import { parseMarketDay } from '@clubfolio/domain'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { calendarLabels } from './calendar-labels.ts'

const dayFormat = 'YYYY-MM-DD'

export interface DayInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
  readonly minDay: string
  readonly maxDay: string
}

export function DayInput({ label, value, onChange, minDay, maxDay }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  const isAllowed = (text: string): boolean => {
    const day = parseMarketDay(text.trim())
    return day !== null && day >= minDay && day <= maxDay
  }
  const isWrong = typed !== undefined && !isAllowed(typed)
  return (
    <DateInput
      label={label}
      placeholder={dayFormat}
      valueFormat={dayFormat}
      value={value}
      dateParser={(text) => parseMarketDay(text.trim())}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(day) => {
        if (day === null || !isAllowed(day)) return
        setTyped(undefined)
        onChange(day)
      }}
      fixOnBlur={false}
      allowDeselect={false}
      error={isWrong ? `Enter a day from ${minDay} to ${maxDay}.` : undefined}
      minDate={minDay}
      maxDate={maxDay}
      firstDayOfWeek={0}
      ariaLabels={calendarLabels}
      autoComplete="off"
      leftSection={<IconCalendar size={14} stroke={1.6} />}
      leftSectionPointerEvents="none"
    />
  )
}
