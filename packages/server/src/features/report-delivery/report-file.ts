// What every writer of a report's file is given, and what the files are called.
import type { ReportFormat } from '@clubfolio/contract'
import type { ReportColumn, ReportTable } from '../report/report-table.ts'

export const contentTypes: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

export interface WrittenColumn extends ReportColumn {
  readonly isNumeric: boolean
}

/** A report without its rows; they stand beside it, all read. */
export interface ReportFrame extends Omit<ReportTable, 'rows' | 'columns'> {
  readonly columns: readonly WrittenColumn[]
}

export interface ReportFileOrder {
  readonly table: ReportFrame
  readonly rows: readonly (readonly (string | null)[])[]
  readonly now: Date
  /** Told now and then how many rows are written. */
  readonly onProgress?: (rows: number) => Promise<void> | void
}

/** `fileName('Fees / year', 'pdf')` is "Fees - year.pdf": nothing that a file system or a mail header would take for something else. */
export function reportFileName(name: string, format: ReportFormat): string {
  const safe = name.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]+/gu, ' ').replaceAll(/\s*[/\\:*?"<>|]+\s*/g, ' - ').replaceAll(/\s+/g, ' ').trim().slice(0, 100)
  return `${safe === '' ? 'Report' : safe}.${format}`
}
