// The input of every report file writer, and the names of the files.
import type { ReportFormat } from '@clubfolio/contract'
import { fileName } from '../../kernel/file-name.ts'
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
 * Names a file after its report, its club, its manager and its period: "Fees - Riverside Club - Maria Keller -
 * 2026-01-01 to 2026-03-04.pdf". One about practice money says so once: "Fees - Paper - Maria Keller - 2026-03-04.pdf",
 * also where a fund without a name is called by its account, "Fund of account •••• 4821 · Paper".
 */
export const reportFileName = (
  { name, issuer, period }: Pick<ReportTable, 'name' | 'issuer' | 'period'>,
  format: ReportFormat,
): string => {
  const { moneyMark = '', manager } = issuer
  const clubs = issuer.clubs.map((club) =>
    club.endsWith(` · ${moneyMark}`) ? club.slice(0, -moneyMark.length - 3) : club,
  )
  return fileName([name, moneyMark, clubs.join(', '), manager, period], format)
}
