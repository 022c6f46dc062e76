// Reads a report: checks the reader and the choices, then orders, pages and sums its rows in the database.
import { type FilledFilter, largestReportTable, Refusal, type SortDirection } from '@clubfolio/contract'
import { maskNumber, newYorkDateAt } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import { rawPart, readPart, readTogether, type ColumnKinds, type Part } from '../../db/read-together.ts'
import type { Services } from '../../services.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { nameAccount } from '../account/account-name.ts'
import { type Issuer, nameFunds, readIssuer } from '../fund/book/read-issuer.ts'
import { type Chosen, chooseFilters, openFilters } from './choose-filters.ts'
import { cellSql, sortKey, tieKey } from './column-sql.ts'
import { type ReaderSession, openReader } from './open-reader.ts'
import { markPaper } from './mark-paper.ts'
import { maskAccounts } from './mask-accounts.ts'
import { describeReadAhead } from './report-basis.ts'
import type { ReportDefinition, ReportReader } from './report-definition.ts'
import { accountFilter, readChosenAccounts, readChosenFunds } from './report-filters.ts'
import type { ReportColumnDefinition, ReportRow, ReportTable } from './report-table.ts'
import { resolveReport } from './resolve-report.ts'
import { toWireColumn, toWireGraph } from './wire-column.ts'

export interface ReportRequest {
  readonly report: string
  readonly filter: readonly FilledFilter[]
  readonly orderBy?: string | null | undefined
  readonly direction?: SortDirection | null | undefined
}

/** A report whose filters are chosen: its rows as SQL, and the requested order. */
interface OpenReport {
  readonly reader: ReportReader
  readonly chosen: Chosen
  readonly basis: string
  readonly rows: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

async function openReport(
  services: Services,
  asker: ReaderSession,
  definition: ReportDefinition,
  request: Omit<ReportRequest, 'report'>,
): Promise<OpenReport> {
  const reader = await openReader(services, asker)
  const chosen = chooseFilters(await openFilters(definition, reader, request.filter), request.filter, reader)
  const { choices } = chosen
  const order = orderOf(definition, request)
  const basis = describeReadAhead(definition, reader, choices) ?? (await definition.basis(reader, choices))
  return { reader, chosen, basis, rows: await definition.rows(reader, choices), order }
}

/**
 * Returns the requested column, then the report's own order, then every other column, so that only equal rows can
 * change places between pages. A column that cannot be sorted leaves the order unchanged. Nulls come last in both
 * directions.
 */
function orderOf(
  { columns, orderBy, thenBy = [] }: ReportDefinition,
  asked: Pick<ReportRequest, 'orderBy' | 'direction'>,
): RawBuilder<unknown> {
  const named = asked.orderBy ? requireColumn(columns, asked.orderBy) : undefined
  const first = named?.canBeSort
    ? { field: named.field, direction: asked.direction ?? 'ASC' }
    : { ...orderBy, direction: (named ? undefined : asked.direction) ?? orderBy.direction }
  const steps = [first, orderBy, ...thenBy]
  const wanted = steps.filter(({ field }, index) => steps.findIndex((step) => step.field === field) === index)
  const ties = columns.filter(({ field }) => !wanted.some((step) => step.field === field))
  return sql.join([
    ...wanted.map(
      ({ field, direction }) =>
        sql`${sortKey(columns.find((column) => column.field === field)!.type, sql.ref(`r.${field}`))}
          ${sql.raw(direction === 'ASC' ? 'asc' : 'desc')} nulls last`,
    ),
    ...ties.map(({ field, type }) => tieKey(type, sql.ref(`r.${field}`))),
  ])
}

function requireColumn(columns: readonly ReportColumnDefinition[], field: string): ReportColumnDefinition {
  const column = columns.find((one) => one.field === field)
  if (!column) throw new Refusal('reportColumnUnknown', { column: field })
  return column
}

const cells = (columns: readonly ReportColumnDefinition[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(({ field, type }, index) => sql`${cellSql(type, sql.ref(`r.${field}`))} as ${sql.id(`c${index}`)}`),
  )

type Cells = Record<string, string | null>

const kindsOf = (columns: readonly unknown[]): ColumnKinds<Cells> =>
  Object.fromEntries(columns.map((_column, index) => [`c${index}`, 'text' as const]))

/** The number of rows and the sums over all of them. */
function summaryPart(columns: readonly ReportColumnDefinition[], rows: RawBuilder<unknown>): Part<Cells> {
  const sums = columns.map(
    ({ field, type, isSummed }, index) =>
      sql`${isSummed ? cellSql(type, sql`sum(${sql.ref(`r.${field}`)})`) : sql`null::text`} as ${sql.id(`c${index}`)}`,
  )
  return rawPart<Cells>(sql`select count(*)::text as "rowCount", ${sql.join(sums)} from (${rows}) r`, {
    rowCount: 'text',
    ...kindsOf(columns),
  })
}

function toSummary(
  columns: readonly ReportColumnDefinition[],
  [row]: readonly Cells[],
): { readonly count: number; readonly totals: ReportRow | undefined } {
  if (row === undefined) throw new Error('A count is one row.')
  const count = Number(row['rowCount'])
  return { count, totals: count > 0 && columns.some(({ isSummed }) => isSummed) ? toCells(columns, row) : undefined }
}

const toCells = (columns: readonly ReportColumnDefinition[], row: Readonly<Record<string, string | null>>): ReportRow =>
  columns.map((_column, index) => row[`c${index}`] ?? null)

export interface ReportPage {
  readonly columns: readonly ReportColumnDefinition[]
  readonly rows: readonly ReportRow[]
  readonly total: number
  readonly totals: ReportRow | undefined
  /** Source and date of the figures, in words. */
  readonly basis: string
  /** ISO code of its amounts. */
  readonly currency: string
}

interface PageRequest extends Omit<ReportRequest, 'report'> {
  readonly limit: number
  readonly offset: number
}

/** Returns one page. Throws the refusals of filters and columns. */
export const readReportPage = async (
  services: Services,
  asker: ReaderSession,
  { report, ...request }: PageRequest & Pick<ReportRequest, 'report'>,
): Promise<ReportPage> => readPageOf(services, asker, await resolveReport(services, asker, report), request)

/** Returns one page of a report that need not be in the catalogue. */
export async function readPageOf(
  services: Services,
  asker: ReaderSession,
  definition: ReportDefinition,
  request: PageRequest,
): Promise<ReportPage> {
  const { reader, chosen, rows, order, basis } = await openReport(services, asker, definition, request)
  const { columns } = definition
  const { summary, page } = await readTogether(services.db, {
    summary: summaryPart(columns, rows),
    // The texts of cells are computed for the rows of the page only.
    page: rawPart<Cells>(
      sql`select ${cells(columns)} from (select r.* from (${rows}) r order by ${order}
        limit ${request.limit} offset ${request.offset}) r order by ${order}`,
      kindsOf(columns),
    ),
  })
  const { count, totals } = toSummary(columns, summary)
  const accounts = await accountsOf(definition, reader, chosen)
  const named = markPaper(
    columns,
    page.map((row) => toCells(columns, row)),
    accounts,
  )
  const currency = await currencyOf(definition, { reader, chosen, accounts })
  return { columns, rows: named, total: count, totals, basis, currency }
}

/** Returns the whole report with the wanted columns. Also throws `reportTooLarge`. */
export async function readReportTable(
  services: Services,
  asker: ReaderSession,
  request: ReportRequest & { readonly column?: readonly string[] | null | undefined },
): Promise<ReportTable> {
  const definition = await resolveReport(services, asker, request.report)
  const { reader, chosen, basis, rows, order } = await openReport(services, asker, definition, request)
  const wanted = request.column
    ? new Set(request.column.map((field) => requireColumn(definition.columns, field).field))
    : undefined
  const columns = definition.columns.filter(({ field }) => !wanted || wanted.has(field))
  const { graph } = definition
  const drawn = new Set(graph && [graph.x, ...graph.series, graph.splitBy])
  const read = [...columns, ...definition.columns.filter((one) => !columns.includes(one) && drawn.has(one.field))]
  const { count, totals } = toSummary(columns, await readPart(services.db, summaryPart(columns, rows)))
  if (count > largestReportTable) throw new Refusal('reportTooLarge', { count, limit: largestReportTable })
  const found = await sql<
    Record<string, string | null>
  >`select ${cells(read)} from (${rows}) r order by ${order}`.execute(services.db)
  const accounts = await accountsOf(definition, reader, chosen)
  const table = markPaper(
    read,
    found.rows.map((row) => toCells(read, row)),
    accounts,
  )
  const words = definition.isForMembers ? chosen.maskedWords : chosen.words
  const currency = await currencyOf(definition, { reader, chosen, accounts })
  return {
    name: definition.name,
    issuer: await (definition.issuer?.(reader, chosen.choices) ?? issuerOf(definition, reader, accounts)),
    period: periodOf(definition, reader, chosen),
    filters: [...words, ...(definition.conditions?.(currency) ?? [])],
    columns,
    rows: definition.isForMembers ? maskAccounts(read, table) : table,
    rowCount: count,
    ...(graph ? { graph: { graph: toWireGraph(graph), columns: read.map(toWireColumn) } } : {}),
    ...(totals ? { totals } : {}),
    basis,
    currency,
    readAt: services.clock.nowMs(),
  }
}

/** Returns the accounts that the reader chose; none where the report is about no account. */
const accountsOf = async (
  { filters, readers }: ReportDefinition,
  reader: ReportReader,
  { choices }: Chosen,
): Promise<readonly OwnAccount[]> =>
  !filters.some(({ key }) => key === accountFilter.key)
    ? []
    : readers === 'fund-readers' || readers === 'fund-keepers'
      ? readChosenFunds(reader, choices)
      : readChosenAccounts(reader, choices)

interface CurrencySource extends Pick<OpenReport, 'reader' | 'chosen'> {
  readonly accounts: readonly OwnAccount[]
}

/** Returns the one currency of the amounts: the accounts that a report adds up are never in two. */
const currencyOf = async (
  { currency }: ReportDefinition,
  { reader, chosen, accounts }: CurrencySource,
): Promise<string> => (currency ? currency(reader, chosen.choices) : (accounts[0]?.currency ?? 'USD'))

/** Returns who issues the paper: its manager, and the clubs of the accounts. */
const issuerOf = async (
  { category }: ReportDefinition,
  reader: ReportReader,
  accounts: readonly OwnAccount[],
): Promise<Issuer> => {
  const issuer = await readIssuer(
    reader.services.db,
    // The chosen accounts have one owner, who is another person where the reader has a role in the fund.
    accounts[0]?.owner_id ?? reader.ownerId,
    accounts.map(({ id }) => id),
  )
  if (category !== 'Fund') return issuer
  return nameFunds(
    issuer,
    accounts.map(({ number, is_paper }) => nameAccount({ number: maskNumber(number), is_paper })),
  )
}

/** Returns the chosen period in words; the day of reading where the report has none. */
function periodOf({ filters }: ReportDefinition, { services }: ReportReader, { choices }: Chosen): string {
  const filter = filters.find(({ type }) => type === 'DATE_RANGE')
  return filter ? choices.period(filter.key).join(' to ') : newYorkDateAt(services.clock.nowMs())
}

/**
 * Validates a request against the report without reading its rows; returns its name, its filters, and the choices in
 * words, in the order of the filters. Throws the refusals of filters and columns.
 */
export async function checkReportRequest(
  services: Services,
  asker: ReaderSession,
  request: ReportRequest & { readonly column?: readonly string[] | null | undefined },
): Promise<Pick<ReportDefinition, 'name' | 'filters'> & { readonly words: readonly string[] }> {
  const definition = await resolveReport(services, asker, request.report)
  const words = await checkChoices(services, asker, definition, request.filter)
  for (const field of [...(request.column ?? []), ...(request.orderBy ? [request.orderBy] : [])])
    requireColumn(definition.columns, field)
  return { name: definition.name, filters: definition.filters, words }
}

/** Returns the choices, in words, for a report that need not be in the catalogue. Throws the refusals of filters. */
export async function checkChoices(
  services: Services,
  asker: ReaderSession,
  definition: ReportDefinition,
  filter: readonly FilledFilter[],
): Promise<readonly string[]> {
  const reader = await openReader(services, asker)
  return chooseFilters(await openFilters(definition, reader, filter), filter, reader).words
}
