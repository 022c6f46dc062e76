// The list of reports, and the filters and columns of each.
import {
  isNumericColumn,
  type ReportColumn as WireColumn,
  type ReportColumnType,
  type ReportData,
  type ReportDetails,
  type ReportGraph,
  type ReportListItem,
} from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { ownCategory, reportsFor } from './catalogue.ts'
import { openFilters } from './choose-filters.ts'
import { combinationOf } from './column-combination.ts'
import { findKeptReports } from './own-reports.ts'
import { type ReaderSession, openReader } from './open-reader.ts'
import type { DeclaredGraph } from './report-definition.ts'
import type { ReportPage } from './read-report.ts'
import type { ReportColumnDefinition, ReportRow } from './report-table.ts'
import { describeKept, keyOf, resolveReport } from './resolve-report.ts'

/** Returns the catalogue, then own reports and those that others share. */
export async function findReports({ db }: Pick<Services, 'db'>, asker: ReaderSession): Promise<ReportListItem[]> {
  const known = reportsFor(asker).map(({ key, name, category, description }) => ({
    id: key,
    name,
    category,
    description,
  }))
  const kept = (await findKeptReports(db, asker.userId)).filter(({ dataset }) => known.some(({ id }) => id === dataset))
  return [
    ...known,
    ...kept.map((report) => ({
      id: keyOf(report),
      name: report.name,
      category: ownCategory,
      description: describeKept(report),
    })),
  ]
}

export async function findReportDetails(services: Services, asker: ReaderSession, key: string): Promise<ReportDetails> {
  const definition = await resolveReport(services, asker, key)
  const filters = await openFilters(definition, await openReader(services, asker))
  return {
    id: definition.key,
    name: definition.name,
    description: definition.description,
    filter: filters.map(({ definition: filter, options, initial }) => ({
      nomenclatorConfigId: filter.key,
      nomenclatorConfigNameKey: filter.key,
      nomenclatorConfigDisplayName: filter.label,
      nomenclatorConfigDescription: filter.description,
      inputTypeNameKey: filter.type,
      nomenclatorConfigConfig: options.map(({ id, value }) => ({ id, value })),
      selectedItem: initial,
    })),
    column: definition.columns.map(toWireColumn),
    orderBy: { direction: definition.orderBy.direction, nomenclator: definition.orderBy.field },
    graph: definition.graph ? toWireGraph(definition.graph) : null,
  }
}

const toWireGraph = ({ kind, x, series, splitBy }: DeclaredGraph): ReportGraph => ({
  kind,
  x,
  series: [...series],
  splitBy: splitBy ?? null,
})

export const toWireColumn = ({
  field,
  header,
  description,
  type,
  canBeSort,
  isBigNumber,
  ...column
}: ReportColumnDefinition): WireColumn => ({
  nomenclatorConfigId: field,
  nomenclatorConfigNameKey: field,
  nomenclatorConfigDisplayName: header,
  nomenclatorConfigDescription: description ?? '',
  canBeSort,
  type,
  isBigNumber: isBigNumber ?? false,
  combinedBy: combinationOf({ type, ...column }),
})

/** Returns a page in wire form: each row by the name keys of its columns, numbers as numbers. */
export function toWireData({ columns, rows, total, totals, basis }: ReportPage): ReportData {
  const toRow = (row: ReportRow): Record<string, string | number | null> =>
    Object.fromEntries(columns.map(({ field, type }, index) => [field, toValue(row[index] ?? null, type)]))
  return { data: rows.map(toRow), total, totals: totals ? toRow(totals) : null, basis }
}

const toValue = (cell: string | null, type: ReportColumnType): string | number | null =>
  cell === null || !isNumericColumn(type) ? cell : Number(cell)
