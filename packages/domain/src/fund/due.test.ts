import { describe, expect, test } from 'vitest'
import { marketDay } from '../calendar/market-day.ts'
import { toCents } from '../kind.ts'
import { dueDays, dueState, type DuePlan } from './due.ts'

const plan = (fields: Partial<DuePlan> = {}): DuePlan => ({
  amountCents: toCents(5_000n),
  rhythm: 'MONTHLY',
  firstDay: marketDay('2026-01-05'),
  ...fields,
})

describe('the payments of a plan', () => {
  test('fall on the day of the first one, in its rhythm, up to the day asked for', () => {
    expect(dueDays(plan(), marketDay('2026-03-05'))).toEqual(['2026-01-05', '2026-02-05', '2026-03-05'])
    expect(dueDays(plan(), marketDay('2026-03-04'))).toEqual(['2026-01-05', '2026-02-05'])
    expect(dueDays(plan({ rhythm: 'QUARTERLY' }), marketDay('2026-12-31'))).toEqual([
      '2026-01-05',
      '2026-04-05',
      '2026-07-05',
      '2026-10-05',
    ])
    expect(dueDays(plan({ rhythm: 'HALF_YEARLY' }), marketDay('2027-01-05'))).toEqual([
      '2026-01-05',
      '2026-07-05',
      '2027-01-05',
    ])
    expect(dueDays(plan({ rhythm: 'YEARLY' }), marketDay('2028-01-04'))).toEqual(['2026-01-05', '2027-01-05'])
  })

  test('keep the last day of shorter months, and come back to their own day', () => {
    const days = dueDays(plan({ firstDay: marketDay('2027-12-31') }), marketDay('2028-04-30'))
    expect(days).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'])
  })

  test('end with the last day, which may be one of them', () => {
    expect(dueDays(plan({ lastDay: marketDay('2026-02-05') }), marketDay('2026-12-31'))).toHaveLength(2)
    expect(dueDays(plan({ lastDay: marketDay('2026-01-04') }), marketDay('2026-12-31'))).toEqual([])
  })
})

describe('a payment', () => {
  const due = { day: marketDay('2026-03-05'), isPaid: false }

  test('is open up to its day, then late by days, and paid once an entry names it', () => {
    expect(dueState(due, marketDay('2026-03-05'))).toEqual({ state: 'open' })
    expect(dueState(due, marketDay('2026-03-06'))).toEqual({ state: 'late', days: 1 })
    expect(dueState(due, marketDay('2026-04-05'))).toEqual({ state: 'late', days: 31 })
    expect(dueState({ ...due, isPaid: true }, marketDay('2026-04-05'))).toEqual({ state: 'paid' })
  })
})
