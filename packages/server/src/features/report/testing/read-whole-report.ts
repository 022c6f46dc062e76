// Reads a report as a screen does, page by page, with chosen filters in place of the initial ones.
import {
  reportPageSize,
  type FilledFilter,
  type ReportData,
  type ReportDetails,
  type SelectedItem,
} from '@clubfolio/contract'
import type { TestUser } from '../../../testing/test-app.ts'
import type { ReportKey } from '../catalogue.ts'

export type Chosen = Readonly<Record<string, SelectedItem>>

export const fillFilters = ({ filter }: ReportDetails, chosen: Chosen = {}): FilledFilter[] =>
  filter.map((one) => ({
    nomenclatorConfigNameKey: one.nomenclatorConfigNameKey,
    selectedItem: chosen[one.nomenclatorConfigNameKey] ?? one.selectedItem,
  }))

export async function readWholeReport(
  { client }: Pick<TestUser, 'client'>,
  report: ReportKey,
  chosen: Chosen = {},
): Promise<ReportData> {
  const filter = fillFilters(await client.report.getStaticReportDetailsById({ params: { id: report } }), chosen)
  const data: ReportData['data'] = []
  for (;;) {
    const page = await client.report.getStaticReportData({
      body: { report, filter, limit: reportPageSize, offset: data.length },
    })
    data.push(...page.data)
    if (page.data.length === 0 || data.length >= page.total) return { ...page, data }
  }
}
