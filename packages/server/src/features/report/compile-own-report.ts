// Compiles a user's composition into a report definition like those of the catalogue. Every name is looked up in the
// dataset's declaration; an unknown one is refused by name.
import {
  aggregationsOf,
  combinationOfSum,
  datePartsOf,
  groupKey,
  isNumericColumn,
  Refusal,
  splitOf,
  sumKey,
  type Aggregation,
  type FilledFilter,
  type OwnReportContent,
  type ReportColumnType,
  type ReportGraph,
  type SelectedItem,
} from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import { findDataset, ownCategory } from './catalogue.ts'
import { isChoice, isSameFilter } from './choose-filters.ts'
import { combinationOf } from './column-combination.ts'
import { conditionOf, fieldOf, groupOf } from './condition-sql.ts'
import { describeCondition } from './describe-condition.ts'
import type { DeclaredGraph, ReportDefinition, ReportFilterDefinition, ReportOrder } from './report-definition.ts'
import type { ReportColumnDefinition } from './report-table.ts'

export interface OwnReportName {
  /** `own:` and its id; an unsaved report has no id. */
  readonly key: string
  readonly name: string
  readonly description: string
}

interface OutputColumn extends ReportColumnDefinition {
  readonly value: RawBuilder<unknown>
  readonly isGroup: boolean
}

/** Throws the refusals of own reports. */
export function compileOwnReport(content: OwnReportContent, name: OwnReportName): ReportDefinition {
  const dataset = findDataset(content.dataset)
  const output = outputColumns(dataset.columns, content)
  const conditions = content.conditions.map((condition) =>
    conditionOf(requireField(dataset.columns, condition.field), condition),
  )
  const columns = output.map(({ value: _value, isGroup: _isGroup, ...column }) => column)
  const [orderBy, ...thenBy] = orderOf(columns, content)
  const graph = content.graph ? requireGraph(output, content.graph) : undefined
  return {
    ...name,
    category: ownCategory,
    rights: dataset.rights,
    ...(dataset.isForMembers ? { isForMembers: true } : {}),
    readers: dataset.readers,
    filters: dataset.filters.map((filter) => beginWith(filter, content.filter)),
    conditions: (currency) =>
      content.conditions.map((condition) =>
        describeCondition(requireField(dataset.columns, condition.field), condition, currency),
      ),
    columns,
    orderBy: orderBy!,
    thenBy,
    ...(graph ? { graph } : {}),
    basis: dataset.basis,
    ...(dataset.currency ? { currency: dataset.currency } : {}),
    async rows(reader, choices) {
      const selected = sql.join(output.map(({ value, field }) => sql`${value} as ${sql.id(field)}`))
      const groups = output.filter(({ isGroup }) => isGroup).map(({ value }) => value)
      return sql`select ${selected} from (${await dataset.rows(reader, choices)}) d
        ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
        ${groups.length > 0 ? sql`group by ${sql.join(groups.map((_value, index) => sql.lit(index + 1)))}` : sql``}`
    },
  }
}

function requireField(columns: readonly ReportColumnDefinition[], field: string): ReportColumnDefinition {
  const column = columns.find((one) => one.field === field)
  if (!column) throw new Refusal('ownReportField', { field })
  return column
}

/**
 * Returns groups and sums if there are any, otherwise the chosen fields. Groups come first, so that `group by` can
 * refer to them by number.
 */
function outputColumns(
  fields: readonly ReportColumnDefinition[],
  { columns, groupBy, sums }: OwnReportContent,
): OutputColumn[] {
  const isGrouped = groupBy.length + sums.length > 0
  const output = isGrouped
    ? [...groupBy.map((group) => groupColumn(fields, group)), ...sums.map((sum) => sumColumn(fields, sum))]
    : columns.map((field) => listColumn(requireField(fields, field)))
  if (output.length === 0) throw new Refusal('ownReportEmpty')
  const twice = output.find(({ field }, index) => output.findIndex((one) => one.field === field) !== index)
  if (twice) throw new Refusal('ownReportTwice', { column: twice.header })
  return output
}

const listColumn = (column: ReportColumnDefinition): OutputColumn => ({
  ...column,
  value: fieldOf(column),
  isGroup: false,
})

function groupColumn(
  fields: readonly ReportColumnDefinition[],
  group: OwnReportContent['groupBy'][number],
): OutputColumn {
  const column = requireField(fields, group.field)
  if (group.part && !datePartsOf(column.type).includes(group.part))
    throw new Refusal('ownReportPart', { field: column.header, part: group.part.toLowerCase() })
  const { value, type } = groupOf(column, group.part)
  return {
    field: groupKey(group),
    header: group.part ? `${column.header} by ${group.part.toLowerCase()}` : column.header,
    type,
    canBeSort: true,
    value,
    isGroup: true,
  }
}

const sumWords: Readonly<Record<Aggregation, string>> = {
  SUM: 'Sum of',
  AVERAGE: 'Average of',
  MIN: 'Lowest',
  MAX: 'Highest',
  COUNT: 'Number of',
}
const sumFunctions: Readonly<Record<Aggregation, RawBuilder<unknown>>> = {
  SUM: sql`sum`,
  AVERAGE: sql`avg`,
  MIN: sql`min`,
  MAX: sql`max`,
  COUNT: sql`count`,
}

function sumColumn(fields: readonly ReportColumnDefinition[], sum: OwnReportContent['sums'][number]): OutputColumn {
  const column = requireField(fields, sum.field)
  const { aggregation } = sum
  if (!aggregationsOf(column.type, column.isSummed ?? false).includes(aggregation))
    throw new Refusal('ownReportAggregation', { field: column.header, aggregation: aggregation.toLowerCase() })
  return {
    field: sumKey(sum),
    header: `${sumWords[aggregation]} ${column.header}`,
    type: typeOfSum(column.type, aggregation),
    canBeSort: true,
    isSummed: aggregation === 'SUM' || aggregation === 'COUNT',
    combinedBy: combinationOfSum(aggregation),
    ...(column.isBigNumber && aggregation !== 'COUNT' ? { isBigNumber: true } : {}),
    value: sql`${sumFunctions[aggregation]}(${fieldOf(column)})`,
    isGroup: false,
  }
}

function typeOfSum(type: ReportColumnType, aggregation: Aggregation): ReportColumnType {
  if (aggregation === 'COUNT') return 'INTEGER'
  return aggregation === 'AVERAGE' && type === 'INTEGER' ? 'QUANTITY' : type
}

function orderOf(columns: readonly ReportColumnDefinition[], { orderBy }: OwnReportContent): ReportOrder[] {
  for (const { column } of orderBy)
    if (!columns.some(({ field }) => field === column)) throw new Refusal('ownReportOrder', { column })
  return orderBy.length > 0
    ? orderBy.map(({ column, direction }) => ({ field: column, direction }))
    : [{ field: columns[0]!.field, direction: 'ASC' }]
}

function requireGraph(columns: readonly OutputColumn[], graph: ReportGraph): DeclaredGraph {
  const { kind, x, series } = graph
  const splitBy = splitOf(
    graph,
    columns.map((column) => ({ key: column.field, combinedBy: combinationOf(column) })),
    columns.filter(({ isGroup }) => isGroup).map(({ field }) => field),
  )
  const isThere = (field: string): boolean => columns.some((column) => column.field === field)
  const isDrawn = (field: string): boolean =>
    columns.some((column) => column.field === field && isNumericColumn(column.type))
  const missing =
    [x, ...(splitBy === null ? [] : [splitBy])].find((field) => !isThere(field)) ??
    series.find((field) => !isDrawn(field))
  if (missing !== undefined || series.length === 0)
    throw new Refusal('ownReportGraph', { column: missing ?? 'of numbers' })
  return { kind, x, series, splitBy }
}

/** Returns the dataset's filter with the saved choice as its initial one, if the reader has that choice. */
function beginWith(filter: ReportFilterDefinition, saved: readonly FilledFilter[]): ReportFilterDefinition {
  const item: SelectedItem | null = saved.find((one) => isSameFilter(one, filter))?.selectedItem ?? null
  if (item === null) return filter
  return {
    ...filter,
    initial: async (reader, options) =>
      isChoice(filter, options, item)
        ? item
        : filter.initial
          ? filter.initial(reader, options)
          : (options[0]?.id ?? null),
  }
}
