// What the types of the catalogue cannot say.
import { expect, test } from 'vitest'
import { reportCatalogue } from './catalogue.ts'
import { combinationOf } from './column-combination.ts'
import type { ReportDefinition } from './report-definition.ts'

const reports: readonly ReportDefinition[] = reportCatalogue

test('every key and every name is there once', () => {
  expect(new Set(reports.map(({ key }) => key)).size).toBe(reports.length)
  expect(new Set(reports.map(({ name }) => name)).size).toBe(reports.length)
})

/** Graphs of one account, with one row for each value of their x. */
const unique: ReadonlySet<string> = new Set(['fund-unit-values'])

test.each(reports.filter(({ graph, key }) => graph && !unique.has(key)))(
  'the graph of $key adds its numbers up, or splits by the account',
  ({ graph, columns }) => {
    const drawn = columns.filter(({ field }) => graph!.series.includes(field))
    const isAddedUp = drawn.every((column) => combinationOf(column) === 'SUM')
    expect({ isAddedUp, splitBy: graph!.splitBy }).toEqual(
      isAddedUp ? { isAddedUp, splitBy: undefined } : { isAddedUp: false, splitBy: 'accountNumber' },
    )
  },
)
