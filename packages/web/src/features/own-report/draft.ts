// The draft of a report: its selections, its resulting columns, what is still missing, and the content to send.
// The dataset defines which operators, sums and date parts a field supports.
import {
  combinationOfField,
  combinationOfSum,
  groupKey,
  isNumericColumn,
  splitOf,
  sumKey,
  type Aggregation,
  type ConditionOperator,
  type Dataset,
  type DatasetField,
  type DatePart,
  type FilledFilter,
  type GraphColumn,
  type OwnReportContent,
  type ReportColumnType,
  type ReportFilter,
  type ReportGraph,
  type SortDirection,
} from '@clubfolio/contract'
import { areChosen, choicesOf, filledFiltersOf, initialChoices, type FilterChoices } from '../report/report-choices.ts'
import { aggregationLabels, conditionFault, datePartLabels } from './condition-words.ts'

export interface DraftGroup {
  readonly field: string
  readonly part: DatePart | null
}
export interface DraftSum {
  readonly field: string
  readonly aggregation: Aggregation
}
export interface DraftCondition {
  readonly field: string
  readonly operator: ConditionOperator
  readonly values: string[]
}
export interface DraftOrder {
  readonly column: string
  readonly direction: SortDirection
}

export interface Draft {
  readonly dataset: string
  readonly choices: FilterChoices
  /** Groups and sums instead of a list of rows. */
  readonly isGrouped: boolean
  readonly columns: readonly string[]
  readonly conditions: readonly DraftCondition[]
  readonly groupBy: readonly DraftGroup[]
  readonly sums: readonly DraftSum[]
  readonly orderBy: readonly DraftOrder[]
  readonly graph: ReportGraph | null
}

/** How many fields a new report starts with. */
const defaultColumns = 6

export const newReportDraft = (dataset: Dataset, filters: readonly ReportFilter[]): Draft => ({
  dataset: dataset.id,
  choices: initialChoices(filters),
  isGrouped: false,
  columns: dataset.fields.slice(0, defaultColumns).map(({ field }) => field),
  conditions: [],
  groupBy: [],
  sums: [],
  orderBy: [],
  graph: null,
})

/** Restores a saved report; filters added to the dataset since start with their defaults. */
export const reportDraftOf = (
  content: Omit<OwnReportContent, 'filter'> & { readonly filter: readonly FilledFilter[] },
  filters: readonly ReportFilter[],
): Draft => ({
  dataset: content.dataset,
  choices: { ...initialChoices(filters), ...choicesOf(content.filter) },
  isGrouped: content.groupBy.length + content.sums.length > 0,
  columns: content.columns,
  conditions: content.conditions,
  groupBy: content.groupBy.map(({ field, part }) => ({ field, part: part ?? null })),
  sums: content.sums,
  orderBy: content.orderBy,
  graph: content.graph ?? null,
})

export const contentOf = (draft: Draft, filters: readonly ReportFilter[]): OwnReportContent => ({
  dataset: draft.dataset,
  filter: filledFiltersOf(filters, draft.choices),
  columns: [...draft.columns],
  conditions: draft.conditions.map((condition) => ({
    ...condition,
    values: condition.values.map((value) => value.trim()),
  })),
  groupBy: draft.isGrouped ? [...draft.groupBy] : [],
  sums: draft.isGrouped ? [...draft.sums] : [],
  orderBy: [...draft.orderBy],
  graph: draft.graph,
})

export interface OutputColumn extends GraphColumn {
  readonly label: string
  readonly isNumeric: boolean
}

/** Returns the report's resulting columns, by the keys that the server assigns. */
export function outputColumns(draft: Draft, { fields }: Dataset): OutputColumn[] {
  const fieldOf = (name: string) => fields.find(({ field }) => field === name)
  const found = (name: string, make: (field: DatasetField) => OutputColumn): OutputColumn[] => {
    const field = fieldOf(name)
    return field ? [make(field)] : []
  }
  if (!draft.isGrouped)
    return draft.columns.flatMap((name) =>
      found(name, (field) => ({ key: name, label: field.label, ...drawnAs(field) })),
    )
  return [
    ...draft.groupBy.flatMap((group) =>
      found(group.field, (field) => ({
        key: groupKey(group),
        label: group.part ? `${field.label} by ${datePartLabels[group.part].toLowerCase()}` : field.label,
        ...drawnAs(field),
      })),
    ),
    ...draft.sums.flatMap((sum) =>
      found(sum.field, ({ label, type }) => {
        const isNumeric = sum.aggregation === 'COUNT' || isNumericColumn(type)
        return {
          key: sumKey(sum),
          label: `${aggregationLabels[sum.aggregation]} ${label}`,
          isNumeric,
          combinedBy: isNumeric ? combinationOfSum(sum.aggregation) : null,
        }
      }),
    ),
  ]
}

function drawnAs({ type, aggregations }: DatasetField): Pick<OutputColumn, 'isNumeric' | 'combinedBy'> {
  const isNumeric = isNumericColumn(type)
  return { isNumeric, combinedBy: isNumeric ? combinationOfField(aggregations) : null }
}

/** Drops sort orders and parts of the graph whose columns no longer exist. */
export function settleDraft(draft: Draft, dataset: Dataset): Draft {
  const columns = outputColumns(draft, dataset)
  const isThere = (key: string) => columns.some((column) => column.key === key)
  return {
    ...draft,
    orderBy: draft.orderBy.filter(({ column }) => isThere(column)),
    graph: draft.graph && settleGraph(draft.graph, columns),
  }
}

function settleGraph({ splitBy, ...graph }: ReportGraph, columns: readonly OutputColumn[]): ReportGraph {
  const isThere = (key: string) => columns.some((column) => column.key === key)
  const x = isThere(graph.x) ? graph.x : (columns[0]?.key ?? '')
  const isKept = splitBy === null || (splitBy !== undefined && splitBy !== x && isThere(splitBy))
  return { ...graph, x, series: graph.series.filter(isThere), ...(isKept ? { splitBy } : {}) }
}

/** Returns the column that the graph is split by, chosen or not; null for none. */
export const draftSplit = (draft: Draft, columns: readonly OutputColumn[]): string | null =>
  draft.graph && splitOf(draft.graph, columns, draft.isGrouped ? draft.groupBy.map(groupKey) : [])

/** Returns what is still missing, in words; undefined when the report can run. */
export function draftFault(draft: Draft, { fields }: Dataset, filters: readonly ReportFilter[]): string | undefined {
  if (!areChosen(filters, draft.choices)) return 'Please, select filters.'
  if (draft.isGrouped && draft.groupBy.length + draft.sums.length === 0) return 'Add a group or a sum.'
  if (!draft.isGrouped && draft.columns.length === 0) return 'Add a column.'
  for (const condition of draft.conditions) {
    const field = fields.find((one) => one.field === condition.field)
    const fault = field && conditionFault(field, condition)
    if (fault !== undefined) return fault
  }
  if (draft.graph && draft.graph.series.length === 0) return 'Choose what the graph draws.'
  return undefined
}

/** Returns the initial graph: along the first column, with the first numeric one. */
export function firstGraph(columns: readonly OutputColumn[]): ReportGraph {
  const numbers = columns.slice(1).filter(({ isNumeric }) => isNumeric)
  return { kind: 'BAR', x: columns[0]?.key ?? '', series: numbers.slice(0, 1).map(({ key }) => key) }
}

export const isDateType = (type: ReportColumnType): boolean => type === 'DATE' || type === 'DATE_TIME'
