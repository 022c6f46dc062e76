// Columns that reports of accounts share.
import type { ReportColumn } from '../report-table.ts'

export const accountColumn: ReportColumn<'accountNumber'> = {
  field: 'accountNumber',
  header: 'Account',
  type: 'TEXT',
  canBeSort: true,
}
export const instrumentColumn: ReportColumn<'instrumentCode'> = {
  field: 'instrumentCode',
  header: 'Code',
  type: 'INSTRUMENT_CODE',
  canBeSort: true,
}
