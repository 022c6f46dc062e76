// How long an order waits: for the day, until it is cancelled, or up to a market day that is chosen.
import { addCalendarDays, isSession, marketDay, orderTypeRules, sessionOnOrAfter } from '@clubfolio/domain'
import { Select } from '@mantine/core'
import { marketLastDay, useMarketState } from '../../kernel/market-state.ts'
import { DayPicker } from '../../ui/day-picker.tsx'
import type { LeaveField } from './ticket-fields.tsx'
import { durationOf, type TicketForm } from './ticket-form.ts'

const untilDay = 'GOOD_TILL_DATE'
const choices = [
  { value: 'GOOD_TILL_CANCEL', label: 'GTC' },
  { value: 'DAY', label: 'Day' },
  { value: untilDay, label: 'Till a day' },
]
/** Brokerages keep orders for at most this long. */
const longestDays = 180
/** The day that is proposed. */
const proposedDays = 7

export interface DurationFieldProps {
  readonly form: TicketForm
  readonly leave: LeaveField
  readonly onChange: (change: Partial<TicketForm>) => void
}

export function DurationField({ form, leave, onChange }: DurationFieldProps) {
  const market = useMarketState()
  const today = marketLastDay(market.data)
  const canChoose = orderTypeRules[form.orderType].hasDuration || form.isPair
  const duration = durationOf(form)
  const hasDay = duration === 'GOOD_TILL_CANCEL' && form.goodTill !== null
  const proposed = today === undefined ? '' : sessionOnOrAfter(addCalendarDays(today, proposedDays))
  const { error } = leave('goodTill')
  return (
    <>
      <Select
        label="Duration"
        data={choices}
        value={hasDay ? untilDay : duration}
        disabled={!canChoose}
        allowDeselect={false}
        onChange={(value) =>
          onChange(
            value === untilDay
              ? { duration: 'GOOD_TILL_CANCEL', goodTill: proposed }
              : { duration: value === 'DAY' ? 'DAY' : 'GOOD_TILL_CANCEL', goodTill: null },
          )
        }
      />
      {hasDay ? (
        <DayPicker
          label="Last day"
          value={form.goodTill === '' ? null : form.goodTill}
          error={error}
          {...(today === undefined ? {} : { minDay: today, maxDay: addCalendarDays(today, longestDays) })}
          isAllowed={(day) => isSession(marketDay(day))}
          onChange={(goodTill) => onChange({ goodTill: goodTill ?? '' })}
        />
      ) : null}
    </>
  )
}
