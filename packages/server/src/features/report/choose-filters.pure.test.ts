// The words of a report's filters, as its head, its mail and its files show them.
import { expect, test } from 'vitest'
import { chooseFilters } from './choose-filters.ts'
import { lowestPriceFilter } from './definitions/market-filters.ts'
import type { ReportReader } from './report-definition.ts'

test.each([
  ['327.5', 'Lowest price: $327.50'],
  ['1000', 'Lowest price: $1,000.00'],
])('a price of %s is shown with its cents', (selectedItem, words) => {
  const filter = { definition: lowestPriceFilter, options: [], initial: null }
  const filled = { nomenclatorConfigNameKey: lowestPriceFilter.key, selectedItem }
  expect(chooseFilters([filter], [filled], {} as ReportReader).words).toEqual([words])
})
