// The words of a report's filters, as its head, its mail and its files show them.
import { expect, test } from 'vitest'
import { chooseFilters } from './choose-filters.ts'
import { lowestPriceFilter } from './definitions/market-filters.ts'
import type { ReportFilterDefinition, ReportReader } from './report-definition.ts'
import { periodFilter } from './report-filters.ts'

test.each([
  ['327.5', 'Lowest price: $327.50'],
  ['1000', 'Lowest price: $1,000.00'],
])('a price of %s is shown with its cents', (selectedItem, words) => {
  const filter = { definition: lowestPriceFilter, options: [], initial: null }
  const filled = { nomenclatorConfigNameKey: lowestPriceFilter.key, selectedItem }
  expect(chooseFilters([filter], [filled], {} as ReportReader).words).toEqual([words])
})

const choose = (
  definition: ReportFilterDefinition,
  selectedItem: string | [string, string] | null,
  options: string[] = [],
) =>
  chooseFilters(
    [{ definition, options: options.map((value) => ({ id: value, value })), initial: null }],
    [{ nomenclatorConfigNameKey: definition.key, selectedItem }],
    {} as ReportReader,
  )
const capital: ReportFilterDefinition = { ...lowestPriceFilter, key: 'capital', label: 'Capital', least: '0.01' }
const status: ReportFilterDefinition = { key: 'status', label: 'Status', description: '', type: 'SELECT' }

test.each(['0', '0.00', '0.001', '-1', '10000000000', 'much'])(
  'an amount of %s is refused with the limits',
  (amount) => {
    expect(() => choose(capital, amount)).toThrow(
      'The filter "Capital" takes an amount from $0.01 to $9,999,999,999.99 with at most 2 decimals. Choose again.',
    )
  },
)

test('the limits themselves are taken', () => {
  expect(choose(capital, '0.01').words).toEqual(['Capital: $0.01'])
  expect(choose(capital, '9999999999.99').words).toEqual(['Capital: $9,999,999,999.99'])
  expect(choose(lowestPriceFilter, '0').words).toEqual(['Lowest price: $0.00'])
})

test('another choice than those of the list is refused with the list, a long one shortened', () => {
  expect(() => choose(status, 'x', ['Filled', 'Working'])).toThrow(
    'The filter "Status" takes one of its choices: Filled, Working. Choose again.',
  )
  expect(() => choose(status, 'x', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toThrow(
    'takes one of its choices: a, b, c, d, e, f or one of 2 more. Choose again.',
  )
})

test('a period that is none is refused with the name of its filter', () => {
  expect(() => choose(periodFilter('Entered'), ['2026-03-04', '2026-03-03'])).toThrow(
    'The filter "Entered" takes a first and a last day, the first one not after the last one, from 1900',
  )
})

test('filters without a choice are named', () => {
  expect(() => choose(capital, null)).toThrow('Please, select filters: Capital')
})
