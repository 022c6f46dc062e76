// A month of payments by day: what was received, and estimates with the day they rest on. Sessions are from Monday to
// Friday. On a phone it is a list of the days that have one.
import { incomeKinds } from '@clubfolio/contract'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { monthNames } from '../../../ui/format/month-names.ts'
import { Panel } from '../../../ui/panel.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { addMonths, monthOf, weeksOf, type IncomeEvent } from './income-rows.ts'
import classes from './income.module.css'

export interface IncomeCalendarProps {
  readonly events: readonly IncomeEvent[]
  /** "2026-04". */
  readonly month: string
  readonly onMonth: (month: string) => void
}

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

export function IncomeCalendar({ events, month, onMonth }: IncomeCalendarProps) {
  const isPhone = usePhone()
  const ofMonth = events.filter(({ day }) => monthOf(day) === month)
  const name = `${monthNames[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`
  return (
    <Panel
      title="Calendar"
      controls={
        <div className={classes['pager']}>
          <MonthButton label="Month before" onClick={() => onMonth(addMonths(month, -1))} isBack />
          <span aria-live="polite">{name}</span>
          <MonthButton label="Month after" onClick={() => onMonth(addMonths(month, 1))} />
        </div>
      }
    >
      {ofMonth.length === 0 ? (
        <p className={classes['foot']}>Nothing was received in {name}, and nothing is expected.</p>
      ) : null}
      {isPhone ? (
        <ul className={classes['stack']} aria-label={`Payments of ${name}`}>
          {ofMonth.map((event) => (
            <li key={event.id}>
              <strong>{event.day}</strong>
              <EventAmount event={event} />
              <span className={classes['second']}>{describeEvent(event)}</span>
              <span className={classes['second']}>{event.restsOn === null ? null : `as on ${event.restsOn}`}</span>
            </li>
          ))}
        </ul>
      ) : (
        <MonthGrid name={name} month={month} events={ofMonth} />
      )}
    </Panel>
  )
}

interface MonthGridProps {
  readonly name: string
  readonly month: string
  readonly events: readonly IncomeEvent[]
}

function MonthGrid({ name, month, events }: MonthGridProps) {
  return (
    <table className={classes['calendar']} aria-label={`Calendar of ${name}`}>
      <thead>
        <tr>
          {weekdayNames.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) => (
              <td key={weekdayNames[index]}>
                {day === null ? null : <span className={classes['date']}>{Number(day.slice(8))}</span>}
                {events
                  .filter((event) => event.day === day)
                  .map((event) => (
                    <div
                      key={event.id}
                      className={classes['event']}
                      data-estimate={event.restsOn !== null || undefined}
                    >
                      <strong>{event.code ?? 'Cash'}</strong> <EventAmount event={event} />
                      <span className={classes['second']}>{describeKind(event)}</span>
                    </div>
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function EventAmount({ event: { amount, restsOn } }: { readonly event: IncomeEvent }) {
  const words = useFormatAmount()(amount)
  return (
    <span className={restsOn === null ? undefined : classes['estimate']}>
      {words}
      {restsOn === null ? null : (
        <>
          {' '}
          <abbr title="Estimate">est.</abbr>
        </>
      )}
    </span>
  )
}

const describeKind = ({ kind, restsOn }: IncomeEvent): string =>
  restsOn === null ? incomeKinds[kind] : `${incomeKinds[kind]}, as on ${restsOn}`

const describeEvent = ({ code, kind }: IncomeEvent): string => `${code ?? 'Cash'} · ${incomeKinds[kind]}`

interface MonthButtonProps {
  readonly label: string
  readonly onClick: () => void
  readonly isBack?: boolean
}

function MonthButton({ label, onClick, isBack = false }: MonthButtonProps) {
  const Arrow = isBack ? IconChevronLeft : IconChevronRight
  return (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} onClick={onClick}>
      <Arrow size={16} stroke={1.6} />
    </ActionIcon>
  )
}
