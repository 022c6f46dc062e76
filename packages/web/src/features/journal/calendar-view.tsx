// A month as a calendar: what the trades that were closed on each day earned. A day opens its trades.
import type { TradeStatisticsReply } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Change } from '../../ui/figure/change.tsx'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { formatBigNumber } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { calendarWeeks, lastResultMonth, type CalendarDay } from './calendar-days.ts'
import { formatR } from './journal-words.ts'
import classes from './journal.module.css'

export interface CalendarViewProps {
  readonly days: TradeStatisticsReply['days']
  readonly today: string
  readonly onShowDay: (day: string) => void
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

export function CalendarView({ days, today, onShowDay }: CalendarViewProps) {
  const [chosen, setMonth] = useState<string>()
  const month = chosen ?? lastResultMonth(days, today)
  const move = (by: number) => setMonth(dayjs(`${month}-01`).add(by, 'month').format('YYYY-MM'))
  const weeks = calendarWeeks(month, days)
  const total = toCents(weeks.reduce((sum, week) => sum + week.total, 0n))
  const count = weeks.reduce((sum, week) => sum + week.count, 0)
  const title = dayjs(`${month}-01`).format('MMMM YYYY')
  return (
    <Panel
      title={title}
      controls={
        <>
          <ActionIcon size={24} aria-label="Previous month" onClick={() => move(-1)}>
            <IconChevronLeft size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon size={24} aria-label="Next month" onClick={() => move(1)}>
            <IconChevronRight size={16} stroke={1.6} />
          </ActionIcon>
        </>
      }
    >
      <p className={classes['monthTotal']} role="status">
        <Change money={total} /> in {count} closed {count === 1 ? 'trade' : 'trades'}
      </p>
      <table className={classes['calendar']} aria-label={`Results of ${title}`}>
        <thead>
          <tr>
            {weekdays.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
            <th scope="col" className={classes['weekTotal']}>
              Week
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ days: ofWeek, total: sum, count: closed }) => (
            <tr key={ofWeek[0]?.day}>
              {ofWeek.map((day) => (
                <td
                  key={day.day}
                  data-outside={!day.isInMonth || undefined}
                  data-today={day.day === today || undefined}
                >
                  <DayCell {...day} onShowDay={onShowDay} />
                </td>
              ))}
              <td className={classes['weekTotal']}>{closed === 0 ? null : <Change money={sum} isBare />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

interface DayCellProps extends CalendarDay, Pick<CalendarViewProps, 'onShowDay'> {}

function DayCell({ day, result, onShowDay }: DayCellProps) {
  const isPhone = usePhone()
  const format = useFormatAmount()
  if (result === undefined) return <span className={classes['date']}>{Number(day.slice(8))}</span>
  const isLoss = result.result < 0n
  const dollars = Number(result.result) / 100
  const trades = `${result.count} ${result.count === 1 ? 'trade' : 'trades'}`
  return (
    <UnstyledButton className={classes['day']} data-tone={isLoss ? 'loss' : 'profit'} onClick={() => onShowDay(day)}>
      <VisuallyHidden>{`${day}:`}</VisuallyHidden>
      <span aria-hidden className={classes['date']}>
        {Number(day.slice(8))}
      </span>
      <span className={isLoss ? classes['loss'] : classes['profit']}>
        {isPhone
          ? `${dollars < 0 ? '-' : '+'}${formatBigNumber(Math.round(Math.abs(dollars)))}`
          : format(result.result, { isSigned: true })}
      </span>
      <span className={classes['dayCount']}>{isPhone ? result.count : `${trades} · ${formatR(result.totalR)}`}</span>
    </UnstyledButton>
  )
}
