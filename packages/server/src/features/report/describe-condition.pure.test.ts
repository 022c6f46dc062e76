import type { ReportColumnType, ReportCondition } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { describeCondition } from './describe-condition.ts'

test.each<[ReportColumnType, ReportCondition['operator'], string[], string]>([
  ['DOLLAR', 'BETWEEN', ['-50.07', '1234567.5'], 'Field is between -$50.07 and $1,234,567.50'],
  ['QUANTITY', 'AT_LEAST', ['1000000'], 'Field is at least 1,000,000'],
  ['PERCENT', 'BELOW', ['2.5'], 'Field is below 2.50%'],
  ['INSTRUMENT_CODE', 'IS', ['SPY', 'QQQ', 'IWM'], 'Field is SPY, QQQ or IWM'],
  ['CODE', 'IS_NOT', ['ACH_RECEIPT', 'TRADE'], 'Field is not ACH receipt or Trade'],
  ['DATE', 'ABOVE', ['2026-03-04'], 'Field is after 2026-03-04'],
  ['TEXT', 'CONTAINS', ['club'], 'Field contains club'],
  ['TEXT', 'IS_EMPTY', [], 'Field is empty'],
])('a condition on %s with %s reads as words', (type, operator, values, words) => {
  const column = { field: 'field', header: 'Field', type, canBeSort: true }
  expect(describeCondition(column, { field: 'field', operator, values })).toBe(words)
})

test('amounts of a condition are in the currency of the report', () => {
  const column = { field: 'field', header: 'Net Amount', type: 'DOLLAR', canBeSort: true } as const
  const condition: ReportCondition = { field: 'field', operator: 'ABOVE', values: ['5'] }
  expect(describeCondition(column, condition, 'EUR')).toBe('Net Amount is above 5.00 EUR')
})
