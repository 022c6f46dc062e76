// The period of Performance and Income: one of a list, or custom dates, kept in the address of the page.
import { attributionPeriods } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { DayInput } from '../../ui/day-input.tsx'
import classes from './period-choice.module.css'

const periods = keysOf(attributionPeriods)
const day = z.iso.date()

/** Fields of the address; `OWN` shows the days `from` to `to`. */
export const periodFields = (first: (typeof periods)[number]) => ({
  period: z.enum([...periods, 'OWN']).catch(first),
  from: day.or(z.literal('')).catch(''),
  to: day.or(z.literal('')).catch(''),
})

export interface ChosenPeriod {
  readonly period: (typeof periods)[number] | 'OWN'
  readonly from: string
  readonly to: string
}

export const periodChoices = [
  ...periods.map((key) => ({ key, value: attributionPeriods[key] })),
  { key: 'OWN' as const, value: 'Custom dates' },
]

/** Returns the days to ask for; an empty day is the first period or the last close. */
export function askedPeriod({ period, from, to }: ChosenPeriod, first: (typeof periods)[number]) {
  if (period !== 'OWN') return { from: period, to: 'last' as const }
  return { from: from === '' ? first : from, to: to === '' ? ('last' as const) : to }
}

interface CustomDaysProps {
  /** What can be chosen. */
  readonly within: { readonly firstDay: string; readonly lastDay: string }
  readonly chosen: Pick<ChosenPeriod, 'from' | 'to'>
  readonly onChange: (change: Partial<Pick<ChosenPeriod, 'from' | 'to'>>) => void
}

export function CustomDays({ within: { firstDay, lastDay }, chosen: { from, to }, onChange }: CustomDaysProps) {
  return (
    <div className={classes['days']}>
      <DayInput
        label="First day"
        value={from}
        minDay={firstDay}
        maxDay={to === '' ? lastDay : to}
        onChange={(first) => onChange({ from: first })}
      />
      <DayInput
        label="Last day"
        value={to}
        minDay={from === '' ? firstDay : from}
        maxDay={lastDay}
        onChange={(last) => onChange({ to: last })}
      />
    </div>
  )
}
