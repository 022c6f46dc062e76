import { expect, it } from 'vitest'
import { lastMonthOf } from './statement-period.ts'

it('opens with the last month that is over', () => {
  expect(lastMonthOf('2024-05-02', '2026-03-04')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(lastMonthOf('2024-05-02', '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(lastMonthOf('2024-05-02', '2026-03-30')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(lastMonthOf('2024-05-02', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
})

it('ends with the last close of a month, however many days the month has after it', () => {
  expect(lastMonthOf('2024-05-02', '2026-02-26')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(lastMonthOf('2024-05-02', '2026-02-27')).toEqual({ from: '2026-02-01', to: '2026-02-27' })
})

it('starts with the opening in the first month, and covers all days before a month is over', () => {
  expect(lastMonthOf('2026-02-10', '2026-03-04')).toEqual({ from: '2026-02-10', to: '2026-02-28' })
  expect(lastMonthOf('2026-03-02', '2026-03-04')).toEqual({ from: '2026-03-02', to: '2026-03-04' })
})
