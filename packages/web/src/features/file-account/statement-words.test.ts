import { expect, test } from 'vitest'
import { sampleStatement } from '../../testing/statement-samples.ts'
import { formatInCurrency } from './format-in-currency.ts'
import { counted, countingLines, describeFates, describePeriod } from './statement-words.ts'

test.each([
  ['-1234.5', 'EUR', '-1,234.50 EUR'],
  ['-3', 'USD', '-$3.00'],
  ['0.00012345', 'BTC', '0.00012345 BTC'],
  ['1000000', '', '1,000,000.00'],
])('%s in %s is written with at least two decimals and its currency', (amount, currency, words) => {
  expect(formatInCurrency(amount, currency)).toBe(words)
})

test('lines that wait for a rate count, lines that were imported before do not', () => {
  const outcomes = [
    { outcome: 'NEW', lines: 3 },
    { outcome: 'WAITING', lines: 2 },
    { outcome: 'SIMILAR', lines: 1 },
    { outcome: 'KNOWN', lines: 40 },
    { outcome: 'IGNORED', lines: 5 },
  ] as const
  expect(countingLines({ outcomes: [...outcomes] })).toBe(6)
})

test('the content of a statement reads as a sentence', () => {
  expect(describeFates(sampleStatement())).toBe('3 trades and 1 dividend')
  expect(describeFates({ fates: [{ fate: 'tax', lines: 2 }] })).toBe('2 taxes')
  expect(describeFates({ fates: [] })).toBe('')
  expect(counted(1, 'line')).toBe('1 line')
  expect(counted(1_200, 'line')).toBe('1,200 lines')
})

test('a period of one day is that day', () => {
  expect(describePeriod({ firstDay: '2024-01-02', lastDay: '2024-01-02' })).toBe('2024-01-02')
  expect(describePeriod({ firstDay: '2024-01-02', lastDay: '2024-02-01' })).toBe('2024-01-02 to 2024-02-01')
  expect(describePeriod({ firstDay: null, lastDay: null })).toBeNull()
})
