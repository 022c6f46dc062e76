// The input of every report file writer, and the names of the files.
import type { ReportFormat } from '@clubfolio/contract'
import type { ReportColumnDefinition, ReportTable } from '../report/report-table.ts'

export const contentTypes: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

export interface WrittenColumn extends ReportColumnDefinition {
  readonly isNumeric: boolean
}

/** A report without its rows, which are passed separately, already read. */
export interface ReportFrame extends Omit<ReportTable, 'rows' | 'columns'> {
  readonly columns: readonly WrittenColumn[]
}

export interface ReportFileOrder {
  readonly table: ReportFrame
  readonly rows: readonly (readonly (string | null)[])[]
  readonly now: Date
  /** Called periodically with the number of rows written. */
  readonly onProgress?: (rows: number) => Promise<void> | void
}

/**
 * `fileName('Fees / year', 'pdf')` is "Fees - year.pdf": nothing that a file system or a mail header would
 * misinterpret.
 */
export function reportFileName(name: string, format: ReportFormat): string {
  const safe = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]+/gu, ' ')
    .replaceAll(/\s*[/\\:*?"<>|]+\s*/g, ' - ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return `${safe === '' ? 'Report' : safe}.${format}`
}
