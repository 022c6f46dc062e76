// Own (dynamic) reports: composed from the fields of a dataset, saved under a name, shared with groups. A dataset is a
// report of the catalogue; only its declared fields can be queried. An own report runs, prints and is mailed like any
// other, under the id `own:` plus its own id. Calls of our own. Source: docs/rules/trading.md, "Dynamic reports".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { createdReply, id, messageReply, namedObject } from './field.ts'
import { deletionOf, keptName, renaming } from './kept.ts'
import {
  reportOrderInput,
  reportPageInput,
  FilledFilter,
  filledFilters,
  isNumericColumn,
  outdatedReportRefusals,
  ReportColumn,
  ReportData,
  reportColumnTypes,
  type ReportColumnType,
  sortDirections,
} from './report.ts'
import type { RefusalDefinition } from './refusal.ts'
import { type ReportCombination, ReportGraph } from './report-graph.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

export const ownReportLimit = 100
/** Prefix of an own report's id in the calls of static reports. */
export const ownReportPrefix = 'own:'

export const aggregations = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'COUNT'] as const
export type Aggregation = (typeof aggregations)[number]

/** Both bounds of BETWEEN are included; IS and IS_NOT take several values; text comparison ignores case. */
export const conditionOperators = [
  'IS',
  'IS_NOT',
  'CONTAINS',
  'STARTS_WITH',
  'ABOVE',
  'AT_LEAST',
  'BELOW',
  'AT_MOST',
  'BETWEEN',
  'IS_EMPTY',
  'IS_NOT_EMPTY',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/** The part of a day or instant that rows are grouped by; instants belong to their New York day. */
export const dateParts = ['DAY', 'MONTH', 'YEAR'] as const
export type DatePart = (typeof dateParts)[number]

export const DatasetField = z
  .object({
    field: z.string(),
    label: z.string(),
    description: z.string(),
    type: z.enum(reportColumnTypes),
    aggregations: z.array(z.enum(aggregations)),
    operators: z.array(z.enum(conditionOperators)),
    /** The parts its groups may be cut by; empty for anything but days and instants. */
    dateParts: z.array(z.enum(dateParts)),
  })
  .meta({ id: 'DatasetField' })
export type DatasetField = z.output<typeof DatasetField>

/** Its filters are those in the details of the report with the same id. */
export const Dataset = z
  .object({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    description: z.string(),
    fields: z.array(DatasetField),
  })
  .meta({ id: 'Dataset' })
export type Dataset = z.output<typeof Dataset>

/** How many fields a report is grouped by and ordered by. */
export const maxReportGroups = 5
export const maxReportOrders = 3

const field = z.string().min(1).max(60)
export const ReportCondition = z
  .object({
    field,
    operator: z.enum(conditionOperators),
    /** None for IS_EMPTY and IS_NOT_EMPTY, two for BETWEEN, otherwise one or, for operators that take several, more. */
    values: z.array(z.string().max(200)).max(50),
  })
  .meta({ id: 'ReportCondition' })
export type ReportCondition = z.output<typeof ReportCondition>

export const OwnReportContent = z
  .object({
    dataset: z.string().min(1).max(60),
    /** Initial choices for the dataset's own filters. */
    filter: filledFilters,
    /** The fields of a list; not used while rows are grouped or summed. */
    columns: z.array(field).max(40),
    conditions: z.array(ReportCondition).max(20),
    groupBy: z.array(z.object({ field, part: z.enum(dateParts).nullish() })).max(maxReportGroups),
    sums: z.array(z.object({ field, aggregation: z.enum(aggregations) })).max(20),
    /** By the name keys of the resulting columns: a field, `field_month`, `sum_field`. */
    orderBy: z.array(z.object({ column: z.string().max(100), direction: z.enum(sortDirections) })).max(maxReportOrders),
    graph: ReportGraph.nullish(),
  })
  .meta({ id: 'OwnReportContent' })
export type OwnReportContent = z.output<typeof OwnReportContent>

/** Returns the name key of a group's column: `day`, or `day_month` when it is cut by month. */
export const groupKey = ({ field: name, part }: OwnReportContent['groupBy'][number]): string =>
  part ? `${name}_${part.toLowerCase()}` : name
/** Returns the name key of a sum's column: `sum_netAmount`. */
export const sumKey = ({ field: name, aggregation }: OwnReportContent['sums'][number]): string =>
  `${aggregation.toLowerCase()}_${name}`

const additive: ReadonlySet<ReportColumnType> = new Set(['QUANTITY', 'UNITS'])
const dated: ReadonlySet<ReportColumnType> = new Set(['DATE', 'DATE_TIME'])

/**
 * Returns the aggregations that make sense for a column: prices and percentages are averaged but never added up; a
 * dollar column is when its report sums it.
 */
export function aggregationsOf(type: ReportColumnType, isSummed: boolean): Aggregation[] {
  if (isNumericColumn(type))
    return isSummed || additive.has(type) ? [...aggregations] : ['AVERAGE', 'MIN', 'MAX', 'COUNT']
  return dated.has(type) || type === 'MONTH' ? ['MIN', 'MAX', 'COUNT'] : ['COUNT']
}

/** How a graph combines a field of a dataset: added up where a sum makes sense, otherwise averaged. */
export const combinationOfField = (offered: readonly Aggregation[]): ReportCombination =>
  offered.includes('SUM') ? 'SUM' : 'AVERAGE'
/** How a graph combines a sum of an own report: the parts of a sum and of a count add up. */
export const combinationOfSum = (aggregation: Aggregation): ReportCombination =>
  aggregation === 'COUNT' ? 'SUM' : aggregation

export function operatorsOf(type: ReportColumnType): ConditionOperator[] {
  const empty = ['IS_EMPTY', 'IS_NOT_EMPTY'] as const
  const ordered = ['ABOVE', 'AT_LEAST', 'BELOW', 'AT_MOST', 'BETWEEN'] as const
  if (isNumericColumn(type) || dated.has(type) || type === 'MONTH') return ['IS', 'IS_NOT', ...ordered, ...empty]
  return ['IS', 'IS_NOT', 'CONTAINS', 'STARTS_WITH', ...empty]
}

export const datePartsOf = (type: ReportColumnType): DatePart[] => (dated.has(type) ? [...dateParts] : [])

export const OwnReport = z
  .object({
    id,
    name: z.string(),
    dataset: z.string(),
    isOwn: z.boolean(),
    /** Name of its owner. */
    ownerName: z.string(),
    /** For the user's own reports: the groups whose members may run it. */
    groups: z.array(namedObject),
    savedAt: instant,
  })
  .meta({ id: 'OwnReport' })
export type OwnReport = z.output<typeof OwnReport>

export const ownReportRefusals = {
  ownReportDataset: { status: 400, text: 'There is no dataset "{dataset}".' },
  ownReportField: { status: 400, text: 'The dataset has no field "{field}". Choose one from the list.' },
  ownReportOperator: { status: 400, text: '"{field}" cannot be compared by {operator}.' },
  ownReportAggregation: { status: 400, text: '"{field}" has no {aggregation}.' },
  ownReportPart: { status: 400, text: '"{field}" is no day and cannot be grouped by {part}.' },
  ownReportValue: { status: 400, text: '"{value}" does not fit the condition on "{field}".' },
  ownReportValueCount: { status: 400, text: 'The condition on "{field}" needs {count}.' },
  ownReportEmpty: { status: 400, text: 'Choose at least one column, group or sum.' },
  ownReportTwice: { status: 400, text: 'The column "{column}" is chosen twice.' },
  ownReportOrder: { status: 400, text: 'The report has no column "{column}" to order by.' },
  ownReportGraph: {
    status: 400,
    text: 'The graph needs a column "{column}" that the report has, and numbers to draw.',
  },
  ownReportName: {
    status: 409,
    text: 'A report named {name} already exists. Choose another name.',
    field: 'name',
  },
  ownReportCount: {
    status: 409,
    text: 'You have reached the limit of {limit} reports. Delete one that you no longer need.',
  },
} as const satisfies Record<string, RefusalDefinition>

const owns = [{ object: 'ownReport', at: 'body.id' }] as const
const contentRefusals = [
  ...outdatedReportRefusals,
  'ownReportValueCount',
  'ownReportEmpty',
  'ownReportTwice',
  'ownReportOrder',
  'reportFilters',
  'reportFilterUnknown',
  'reportPeriod',
  'forbidden',
] as const

export const ownReportRoutes = {
  findDatasets: route({
    method: 'GET',
    path: '/v1/api/dynamic-report/find-datasets',
    summary: 'What own reports can be made from: the datasets that the caller may read, with their fields.',
    access: featureAccess.report,
    reply: z.array(Dataset),
  }),
  run: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/dynamic-report/run',
    summary: 'One page of a report as it is composed, whether it is kept or not; rows are the own ones of the caller.',
    access: featureAccess.report,
    body: z.object({ content: OwnReportContent, ...reportOrderInput, ...reportPageInput }),
    reply: ReportData.extend({ column: z.array(ReportColumn) }),
    refusals: [...contentRefusals, 'reportColumnUnknown'],
    plainReply: true,
  }),
  findOwnReports: route({
    method: 'GET',
    path: '/v1/api/dynamic-report/find-own-reports',
    summary: 'Own reports of the caller, then those shared with one of their groups, by name.',
    access: featureAccess.report,
    reply: z.array(OwnReport),
  }),
  findOwnReport: route({
    method: 'GET',
    path: '/v1/api/dynamic-report/find-own-report/{id}',
    summary: "What an own or shared report consists of; accounts and members of others are replaced by the caller's.",
    access: featureAccess.report,
    owns: [{ object: 'ownReport', at: 'params.id' }],
    params: z.object({ id }),
    reply: OwnReport.extend({ content: OwnReportContent.extend({ filter: z.array(FilledFilter) }) }),
    refusals: ['notFound', 'forbidden', ...outdatedReportRefusals],
  }),
  saveOwnReport: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/dynamic-report/save-own-report',
    summary: 'Keep a report under a name; with an id in place of what it was.',
    access: featureAccess.report,
    owns,
    body: z.object({ id: id.nullish(), name: keptName, content: OwnReportContent }),
    reply: createdReply,
    refusals: ['notFound', ...contentRefusals, 'ownReportName', 'ownReportCount'],
  }),
  renameOwnReport: route({
    effect: 'recorded',
    ...renaming('ownReport', 'ownReportName'),
    path: '/v1/api/dynamic-report/rename-own-report',
    summary: 'Give an own report another name.',
    access: featureAccess.report,
  }),
  deleteOwnReport: route({
    effect: 'recorded',
    ...deletionOf('ownReport'),
    path: '/v1/api/dynamic-report/delete-own-report',
    summary: 'Forget an own report, also for those whom it was shared with.',
    access: featureAccess.report,
  }),
  findGroups: route({
    method: 'GET',
    path: '/v1/api/dynamic-report/find-groups',
    summary: 'The groups of the caller, with which they may share a report.',
    access: featureAccess.report,
    reply: z.array(namedObject),
  }),
  shareOwnReport: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/dynamic-report/share-own-report',
    summary: "Share a report with exactly these of the caller's groups; their members run it on their own rows.",
    access: featureAccess.report,
    owns,
    body: z.object({ id, groupIds: z.array(id).max(50) }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
