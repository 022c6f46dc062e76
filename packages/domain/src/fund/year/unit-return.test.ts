// Spans of unit values.
import { expect, test } from 'vitest'
import { marketDay } from '../../calendar/market-day.ts'
import { replayFund } from '../replay-fund.ts'
import { close, dollars, fund, march } from '../testing/fund-fixture.ts'
import { spanReturns } from './unit-return.ts'

const day = marketDay
const valued = (closes: readonly (readonly [string, string])[]) =>
  replayFund(
    fund('1000', {
      openingShares: [{ holderId: 'a', shareCents: dollars('1000'), paidInCents: dollars('1000') }],
      closes: closes.map(([text, value]) => close(day(text), value)),
    }),
  ).valuations
const percent = (value: number | undefined) => value && Math.round(value * 1e6) / 1e4

test('a span that is longer than the fund has no return, and the year so far begins at the opening', () => {
  const valuations = valued([
    ['2026-03-31', '1100'],
    ['2026-04-30', '990'],
  ])
  expect(
    spanReturns(valuations).map(({ name, from, timeWeighted }) => [name, from, percent(timeWeighted?.total)]),
  ).toEqual([
    ['1 month', '2026-03-30', -1],
    ['3 months', '2026-01-30', undefined],
    ['Year to date', march(2), -1],
    ['1 year', '2025-04-30', undefined],
    ['3 years', '2023-04-30', undefined],
    ['Since the start', march(2), -1],
  ])
})

test('the day of a span that its month lacks is the last one of that month', () => {
  const valuations = valued([['2027-03-31', '1100']])
  expect(spanReturns(valuations).find(({ name }) => name === '1 month')?.from).toBe('2027-02-28')
})
