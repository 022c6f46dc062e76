// Tables of reports: saved filters, own reports and the groups they are shared with.
import type { FilledFilter, OwnReportContent, SortDirection } from '@clubfolio/contract'
import type { JSONColumnType } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export interface OwnReportTables {
  saved_filter: {
    id: string
    owner_id: string
    report: string
    name: string
    filter: JSONColumnType<FilledFilter[], string, string>
    order_by: string | null
    direction: SortDirection | null
    saved_at: Timestamp
  }
  own_report: {
    id: string
    owner_id: string
    name: string
    content: JSONColumnType<OwnReportContent, string, string>
    saved_at: Timestamp
  }
  own_report_share: { report_id: string; group_id: string }
}
