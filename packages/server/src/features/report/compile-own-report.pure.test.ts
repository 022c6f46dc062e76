import type { OwnReportContent } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { compileOwnReport } from './compile-own-report.ts'
import { toWireColumn } from './wire-column.ts'

const composed = (content: Partial<OwnReportContent>): OwnReportContent => ({
  dataset: 'wallet-history',
  filter: [],
  columns: [],
  conditions: [],
  groupBy: [],
  sums: [],
  orderBy: [],
  ...content,
})
const compile = (content: Partial<OwnReportContent>) =>
  compileOwnReport(composed(content), { key: 'own:1', name: '', description: '' })
const graph = (x: string, series: string[], splitBy?: string | null) => ({ kind: 'LINE' as const, x, series, splitBy })
const byMonth = [{ field: 'day', part: 'MONTH' as const }, { field: 'accountNumber' }]

test('a graph whose numbers do not add up is split, unless its owner decided', () => {
  const values = { columns: ['day', 'floatValue', 'result', 'accountNumber'] }
  expect(compile({ ...values, graph: graph('day', ['floatValue']) }).graph).toMatchObject({ splitBy: 'accountNumber' })
  expect(compile({ ...values, graph: graph('day', ['result']) }).graph).toMatchObject({ splitBy: null })
  expect(compile({ ...values, graph: graph('day', ['floatValue'], null) }).graph).toMatchObject({ splitBy: null })
  expect(compile({ ...values, graph: graph('day', ['result'], 'accountNumber') }).graph).toMatchObject({
    splitBy: 'accountNumber',
  })
})

test('a graph over one of several groups adds up sums and is split by the other group for averages', () => {
  const sums = [
    { field: 'result', aggregation: 'SUM' as const },
    { field: 'floatValue', aggregation: 'AVERAGE' as const },
    { field: 'floatValue', aggregation: 'MAX' as const },
    { field: 'day', aggregation: 'COUNT' as const },
  ]
  const of = (series: string) => compile({ groupBy: byMonth, sums, graph: graph('day_month', [series]) })
  expect(of('sum_result').graph).toMatchObject({ splitBy: null })
  expect(of('average_floatValue').graph).toMatchObject({ splitBy: 'accountNumber' })
  expect(
    of('sum_result')
      .columns.map(toWireColumn)
      .map(({ combinedBy }) => combinedBy),
  ).toEqual([null, null, 'SUM', 'AVERAGE', 'MAX', 'SUM'])
})

test('a graph is split by a column of the report only', () => {
  expect(() => compile({ columns: ['day', 'result'], graph: graph('day', ['result'], 'accountNumber') })).toThrow(
    'The graph needs a column "accountNumber"',
  )
})
