// Reports: the catalogue, a report's filters and columns, and its rows page by page. Files, mails and schedules are in
// report-delivery.ts.
// Source: docs/rules/trading.md, "Static reports"; docs/rules/access.md, "Permission keys".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import type { RefusalDefinition } from './refusal.ts'
import { reportCombinations, ReportGraph } from './report-graph.ts'
import { route } from './route.ts'

/** Rows per page on screen. */
export const reportPageSize = 50
/** The largest page size. */
export const largestReportPage = 200
/** The maximum number of rows in a report file. */
export const largestReportTable = 100_000

export const reportInputTypes = ['SELECT', 'DATE_RANGE', 'RADIO', 'PRICE_DOLLAR'] as const
export type ReportInputType = (typeof reportInputTypes)[number]

/**
 * Types of columns and their format: DOLLAR with 2 decimals, PRICE_DOLLAR with up to 4, PERCENT as 2.5 for 2.5 %,
 * QUANTITY and UNITS with up to 8 and UNIT_VALUE with 10 in computations, with fewer on screen and paper; CODE is a
 * domain term such as an order's status, INSTRUMENT_CODE a ticker.
 */
export const reportColumnTypes = [
  'TEXT',
  'CODE',
  'INSTRUMENT_CODE',
  'DATE',
  'DATE_TIME',
  'MONTH',
  'INTEGER',
  'QUANTITY',
  'UNITS',
  'UNIT_VALUE',
  'DOLLAR',
  'PRICE_DOLLAR',
  'PERCENT',
] as const
export type ReportColumnType = (typeof reportColumnTypes)[number]

const numericTypes: ReadonlySet<ReportColumnType> = new Set([
  'INTEGER',
  'QUANTITY',
  'UNITS',
  'UNIT_VALUE',
  'DOLLAR',
  'PRICE_DOLLAR',
  'PERCENT',
])
/** Returns true for numeric columns: they are right-aligned and may be summed or drawn. */
export const isNumericColumn = (type: ReportColumnType): boolean => numericTypes.has(type)

export const sortDirections = ['ASC', 'DESC'] as const
export type SortDirection = (typeof sortDirections)[number]

export const ReportListItem = z
  .object({ id: z.string(), name: z.string(), category: z.string(), description: z.string() })
  .meta({ id: 'ReportListItem' })
export type ReportListItem = z.output<typeof ReportListItem>

/** Relative periods; a range may be one of these instead of two days. */
export const relativePeriods = {
  LAST_SESSION: 'Last finished session',
  THIS_WEEK: 'This week',
  LAST_WEEK: 'Last week',
  THIS_MONTH: 'This month',
  LAST_MONTH: 'Last month',
  LAST_30_DAYS: 'Last 30 days',
  LAST_90_DAYS: 'Last 90 days',
  THIS_YEAR: 'This year',
  LAST_YEAR: 'Last year',
  LAST_365_DAYS: 'Last 365 days',
} as const
export type RelativePeriod = keyof typeof relativePeriods

/** A selection: an option's id, a price as decimal text, first and last day of a range, or a relative period. */
export type SelectedItem = string | readonly [string, string]

const selectionText = z.string().max(200)
/** An option may come back whole (`{ id, value }`), a price as a number; both are read as their text. */
const selectedItem = z.codec(
  z
    .union([
      selectionText,
      z.number(),
      z.tuple([selectionText, selectionText]),
      z.object({ id: z.union([selectionText, z.number()]) }),
      z.null(),
    ])
    .meta({ id: 'SelectedItem' }),
  z.custom<SelectedItem | null>(),
  {
    decode: (wire) => {
      const chosen = typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? wire.id : wire
      return typeof chosen === 'number' ? String(chosen) : chosen === '' ? null : chosen
    },
    encode: (item): string | [string, string] | null =>
      item === null || typeof item === 'string' ? item : [item[0], item[1]],
  },
)

export const ReportFilter = z
  .object({
    nomenclatorConfigId: z.string(),
    nomenclatorConfigNameKey: z.string(),
    nomenclatorConfigDisplayName: z.string(),
    nomenclatorConfigDescription: z.string(),
    inputTypeNameKey: z.enum(reportInputTypes),
    /** For SELECT and RADIO the options, in their order; for DATE_RANGE the relative periods. */
    nomenclatorConfigConfig: z.array(z.object({ id: z.string(), value: z.string() })),
    /** Initial selection of the report; null where the user has to choose. */
    selectedItem,
  })
  .meta({ id: 'ReportFilter' })
export type ReportFilter = z.output<typeof ReportFilter>

export const ReportColumn = z
  .object({
    nomenclatorConfigId: z.string(),
    nomenclatorConfigNameKey: z.string(),
    nomenclatorConfigDisplayName: z.string(),
    nomenclatorConfigDescription: z.string(),
    canBeSort: z.boolean(),
    type: z.enum(reportColumnTypes),
    /** Shown as 1.25M rather than in full. */
    isBigNumber: z.boolean(),
    /** How a graph combines the numbers of one point; null for columns without numbers. */
    combinedBy: z.enum(reportCombinations).nullable(),
  })
  .meta({ id: 'ReportColumn' })
export type ReportColumn = z.output<typeof ReportColumn>

export const ReportDetails = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    filter: z.array(ReportFilter),
    column: z.array(ReportColumn),
    /** `nomenclator` is the name key of the column that the report is initially ordered by. */
    orderBy: z.object({ direction: z.enum(sortDirections), nomenclator: z.string() }),
    graph: ReportGraph.nullable(),
  })
  .meta({ id: 'ReportDetails' })
export type ReportDetails = z.output<typeof ReportDetails>

/** A row by the columns' name keys: numbers as numbers, days as YYYY-MM-DD, instants in ISO 8601. */
const ReportRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

export const ReportData = z
  .object({
    data: z.array(ReportRow),
    total: z.number().int(),
    /** Sums over all rows, not just the page, for the columns that have one. */
    totals: ReportRow.nullable(),
    /** What the figures are based on, in words; when there are none, why. */
    basis: z.string(),
    /** ISO code of its amounts. */
    currency: z.string(),
  })
  .meta({ id: 'ReportData' })
export type ReportData = z.output<typeof ReportData>

const nameKey = z.string().max(100)
/** A filter as the details returned it, or just its name key and selection. */
export const FilledFilter = z
  .object({
    nomenclatorConfigNameKey: nameKey.nullish(),
    nomenclatorConfigId: nameKey.nullish(),
    nomenclatorConfigDisplayName: nameKey.nullish(),
    selectedItem: selectedItem.nullish(),
  })
  .meta({ id: 'FilledFilter' })
export type FilledFilter = z.output<typeof FilledFilter>
export const filledFilters = z.array(FilledFilter).max(30)
/** The key of a report, or `own:` plus the id of an own report. */
export const reportId = z.string().max(100)

const ColumnInput = z.union([nameKey, z.object({ nomenclatorConfigNameKey: nameKey })]).meta({ id: 'ColumnInput' })

/** A column as the details returned it, or its name key. */
const ChosenColumn = z.codec(ColumnInput, z.string(), {
  decode: (wire) => (typeof wire === 'string' ? wire : wire.nomenclatorConfigNameKey),
  encode: (key) => key,
})

/** A sort order: the name key of a column; absent means the report's own. */
export const reportOrderInput = { orderBy: nameKey.nullish(), direction: z.enum(sortDirections).nullish() }

/** Fields of every call for a report: its id, the selections, and its sort order. */
export const reportInput = {
  filter: filledFilters,
  report: reportId,
  ...reportOrderInput,
}
/** Which rows to return. */
export const reportPageInput = {
  limit: z.number().int().min(1).max(largestReportPage, `A page has at most ${largestReportPage} rows.`),
  offset: z.number().int().min(0).max(10_000_000),
}
/** The columns to include, in the report's order; absent means all. */
export const reportColumnsInput = z.array(ChosenColumn).min(1, 'Choose at least one column.').max(100).nullish()

export const reportRefusals = {
  reportFilters: { status: 400, text: 'Please, select filters: {filters}' },
  reportFilterUnknown: { status: 400, text: 'The filter "{filter}" takes {limits}. Choose again.' },
  reportPeriod: {
    status: 400,
    text:
      'The filter "{filter}" takes a first and a last day, the first one not after the last one, from 1900 to ten ' +
      'years from today.',
  },
  reportColumnUnknown: { status: 400, text: 'The report has no column "{column}". Open it again.' },
  reportTooLarge: { status: 413, text: 'That is {count} rows, and a report has at most {limit}. Narrow its filters.' },
} as const satisfies Record<string, RefusalDefinition>

/** Of a saved own report, when its dataset no longer has what it uses. */
export const outdatedReportRefusals = [
  'ownReportDataset',
  'ownReportField',
  'ownReportOperator',
  'ownReportAggregation',
  'ownReportPart',
  'ownReportValue',
  'ownReportGraph',
] as const

export const readingRefusals = [
  'notFound',
  'forbidden',
  ...outdatedReportRefusals,
  'reportFilters',
  'reportFilterUnknown',
  'reportPeriod',
  'reportColumnUnknown',
] as const

export const reportRoutes = {
  getStaticReport: route({
    method: 'GET',
    path: '/v1/api/static-report/get-static-report',
    summary: 'The reports that the caller may run.',
    access: featureAccess.report,
    reply: z.array(ReportListItem),
  }),
  getStaticReportDetailsById: route({
    method: 'GET',
    path: '/v1/api/static-report/get-static-report-details-by-id/{id}',
    summary: 'Filters, columns and order of a report; accounts and funds to choose from are the own ones.',
    access: featureAccess.report,
    params: z.object({ id: reportId }),
    reply: ReportDetails,
    refusals: ['notFound', 'forbidden', ...outdatedReportRefusals],
  }),
  getStaticReportData: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/static-report/get-static-report-data',
    summary: 'One page of a report and how many rows it has in all.',
    access: featureAccess.report,
    body: z.object({ ...reportInput, ...reportPageInput }),
    reply: ReportData,
    refusals: readingRefusals,
    plainReply: true,
  }),
} as const
