import { toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { addMonths, incomeEvents, incomeYears, weeksOf } from './income-rows.ts'

const payment = (day: string, cents: bigint) => ({
  day,
  kind: 'DIVIDEND' as const,
  code: 'ACME',
  description: 'Dividend',
  amount: toCents(cents),
})
const income = {
  payments: [payment('2025-11-12', 2_600n), payment('2025-11-28', -100n), payment('2026-02-11', 2_600n)],
  expected: [
    { day: '2026-02-12', kind: 'DIVIDEND' as const, code: 'BOLT', amount: toCents(50n), restsOn: '2025-02-12' },
    { day: '2027-02-11', kind: 'DIVIDEND' as const, code: 'ACME', amount: toCents(2_700n), restsOn: '2026-02-11' },
  ],
}

test('a row for each year, the newest first, with what was received and what is expected of each month', () => {
  const rows = incomeYears(income)
  expect(rows.map(({ year, whole }) => [year, whole.received, whole.expected])).toEqual([
    ['2027', null, 2_700n],
    ['2026', 2_600n, 50n],
    ['2025', 2_500n, null],
  ])
  expect(rows[1]!.months[1]).toEqual({ received: 2_600n, expected: 50n })
  expect(rows[2]!.months.map(({ received }) => received)).toEqual([
    ...Array.from({ length: 10 }, () => null),
    2_500n,
    null,
  ])
})

test('payments and estimates by day', () => {
  expect(incomeEvents(income).map(({ day, restsOn }) => [day, restsOn])).toEqual([
    ['2025-11-12', null],
    ['2025-11-28', null],
    ['2026-02-11', null],
    ['2026-02-12', '2025-02-12'],
    ['2027-02-11', '2026-02-11'],
  ])
})

test('the weeks of a month are its days from Monday to Friday, without weeks of other months', () => {
  const february = weeksOf('2026-02')
  expect(february).toHaveLength(4)
  expect(february[0]).toEqual(['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06'])
  const may = weeksOf('2026-05')
  expect(may[0]).toEqual([null, null, null, null, '2026-05-01'])
  expect(may.at(-1)).toEqual(['2026-05-25', '2026-05-26', '2026-05-27', '2026-05-28', '2026-05-29'])
  expect(weeksOf('2025-12').at(-1)).toEqual(['2025-12-29', '2025-12-30', '2025-12-31', null, null])
})

test('months go on over the end of a year', () => {
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1), addMonths('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ])
})
