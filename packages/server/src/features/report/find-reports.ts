// The list of reports, and the filters and columns of each.
import type { ReportData, ReportDetails, ReportListItem } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { findAvailableReports } from './available-reports.ts'
import { ownCategory } from './catalogue.ts'
import { openFilters } from './choose-filters.ts'
import { findKeptReports } from './own-reports.ts'
import { type ReaderSession, openReader } from './open-reader.ts'
import type { ReportPage } from './read-report.ts'
import type { ReportRow } from './report-table.ts'
import { describeKept, keyOf, resolveReport } from './resolve-report.ts'
import { toWireColumn, toWireGraph, toWireRow } from './wire-column.ts'

/** Returns the reports of the catalogue that answer for the caller, then own reports and those that others share. */
export async function findReports(
  services: Pick<Services, 'db' | 'clock'>,
  asker: ReaderSession,
): Promise<ReportListItem[]> {
  const known = (await findAvailableReports(services, asker)).map(({ key, name, category, description }) => ({
    id: key,
    name,
    category,
    description,
  }))
  const kept = (await findKeptReports(services.db, asker.userId)).filter(({ dataset }) =>
    known.some(({ id }) => id === dataset),
  )
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

/** Returns a page in wire form: each row by the name keys of its columns, numbers as numbers. */
export function toWireData({ columns, rows, total, totals, basis, currency }: ReportPage): ReportData {
  const toRow = (row: ReportRow) => toWireRow(columns, row)
  return { data: rows.map(toRow), total, totals: totals ? toRow(totals) : null, basis, currency }
}
