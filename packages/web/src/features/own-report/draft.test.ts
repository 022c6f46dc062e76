import type { Dataset, DatasetField, OwnReportContent, ReportFilter } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import {
  contentOf,
  draftFault,
  reportDraftOf,
  draftSplit,
  firstGraph,
  newReportDraft,
  outputColumns,
  settleDraft,
} from './draft.ts'

const field = (
  name: string,
  label: string,
  type: DatasetField['type'],
  more: Partial<DatasetField> = {},
): DatasetField => ({
  field: name,
  label,
  description: '',
  type,
  aggregations: ['COUNT'],
  operators: ['IS', 'IS_NOT'],
  dateParts: [],
  ...more,
})
const dataset: Dataset = {
  id: 'transactions',
  name: 'Transactions',
  category: 'Account',
  description: '',
  fields: [
    field('day', 'Day', 'DATE', { dateParts: ['DAY', 'MONTH', 'YEAR'] }),
    field('code', 'Code', 'INSTRUMENT_CODE'),
    field('amount', 'Amount', 'DOLLAR', { aggregations: ['SUM', 'AVERAGE'] }),
  ],
}
const filters: ReportFilter[] = [
  {
    nomenclatorConfigId: 'account',
    nomenclatorConfigNameKey: 'account',
    nomenclatorConfigDisplayName: 'Account',
    nomenclatorConfigDescription: '',
    inputTypeNameKey: 'SELECT',
    nomenclatorConfigConfig: [{ id: 'ALL', value: 'All' }],
    selectedItem: 'ALL',
  },
]
const first = newReportDraft(dataset, filters)

test('a new report lists the first fields with the filters of its dataset', () => {
  expect(contentOf(first, filters)).toEqual({
    dataset: 'transactions',
    filter: [{ nomenclatorConfigNameKey: 'account', nomenclatorConfigDisplayName: 'Account', selectedItem: 'ALL' }],
    columns: ['day', 'code', 'amount'],
    conditions: [],
    groupBy: [],
    sums: [],
    orderBy: [],
    graph: null,
  })
  expect(draftFault(first, dataset, filters)).toBeUndefined()
})

test('groups and sums have the columns that the server makes of them', () => {
  const draft = {
    ...first,
    isGrouped: true,
    groupBy: [
      { field: 'day', part: 'MONTH' as const },
      { field: 'code', part: null },
    ],
    sums: [
      { field: 'amount', aggregation: 'SUM' as const },
      { field: 'code', aggregation: 'COUNT' as const },
    ],
  }
  expect(outputColumns(draft, dataset)).toEqual([
    { key: 'day_month', label: 'Day by month', isNumeric: false, combinedBy: null },
    { key: 'code', label: 'Code', isNumeric: false, combinedBy: null },
    { key: 'sum_amount', label: 'Sum of Amount', isNumeric: true, combinedBy: 'SUM' },
    { key: 'count_code', label: 'Number of Code', isNumeric: true, combinedBy: 'SUM' },
  ])
  expect(firstGraph(outputColumns(draft, dataset))).toEqual({ kind: 'BAR', x: 'day_month', series: ['sum_amount'] })
})

test('order and graph go with the column that they name', () => {
  const draft = {
    ...first,
    orderBy: [
      { column: 'code', direction: 'ASC' as const },
      { column: 'amount', direction: 'DESC' as const },
    ],
    graph: { kind: 'LINE' as const, x: 'code', series: ['amount'] },
    columns: ['day', 'amount'],
  }
  expect(settleDraft(draft, dataset)).toMatchObject({
    orderBy: [{ column: 'amount', direction: 'DESC' }],
    graph: { x: 'day', series: ['amount'] },
  })
  expect(settleDraft({ ...draft, columns: ['day'] }, dataset)).toMatchObject({
    orderBy: [],
    graph: { x: 'day', series: [] },
  })
})

test('a graph of averages is split by its other group until its owner chooses, and one of sums is not', () => {
  const groupBy = [
    { field: 'day', part: 'MONTH' as const },
    { field: 'code', part: null },
  ]
  const splitOf = (aggregation: 'SUM' | 'AVERAGE', splitBy?: string | null) => {
    const series = [`${aggregation.toLowerCase()}_amount`]
    const sums = [{ field: 'amount', aggregation }]
    const draft = {
      ...first,
      isGrouped: true,
      groupBy,
      sums,
      graph: { kind: 'BAR' as const, x: 'day_month', series, splitBy },
    }
    const settled = settleDraft(draft, dataset)
    return draftSplit(settled, outputColumns(settled, dataset))
  }
  expect(splitOf('SUM')).toBeNull()
  expect(splitOf('AVERAGE')).toBe('code')
  expect(splitOf('AVERAGE', null)).toBeNull()
  expect(splitOf('SUM', 'code')).toBe('code')
  expect(splitOf('SUM', 'gone')).toBeNull()
})

test('what was kept comes back as it was, and a list does not send the groups that were tried', () => {
  const content: OwnReportContent = {
    ...contentOf(first, filters),
    columns: [],
    groupBy: [{ field: 'code', part: null }],
    sums: [{ field: 'amount', aggregation: 'AVERAGE' }],
    orderBy: [{ column: 'average_amount', direction: 'DESC' }],
  }
  const draft = reportDraftOf(content, filters)
  expect(draft.isGrouped).toBe(true)
  expect(contentOf(draft, filters)).toEqual(content)
  expect(contentOf({ ...draft, isGrouped: false, columns: ['day'] }, filters)).toMatchObject({
    columns: ['day'],
    groupBy: [],
    sums: [],
  })
})

test.each([
  [{ columns: [] }, 'Add a column.'],
  [{ isGrouped: true }, 'Add a group or a sum.'],
  [{ choices: { account: null } }, 'Please, select filters.'],
  [{ conditions: [{ field: 'code', operator: 'IS' as const, values: [''] }] }, 'The condition on Code needs a value.'],
  [
    { conditions: [{ field: 'amount', operator: 'BETWEEN' as const, values: ['1', ''] }] },
    'The condition on Amount needs two values.',
  ],
  [
    { conditions: [{ field: 'amount', operator: 'ABOVE' as const, values: ['-'] }] },
    'The condition on Amount needs a number.',
  ],
  [{ conditions: [{ field: 'code', operator: 'IS_EMPTY' as const, values: [] }] }, undefined],
  [{ graph: { kind: 'BAR' as const, x: 'day', series: [] } }, 'Choose what the graph draws.'],
])('with %j it says %s', (part, fault) => {
  expect(draftFault({ ...first, ...part }, dataset, filters)).toBe(fault)
})
