// Columns that reports of accounts share.
import type { ReportColumnDefinition } from '../report-table.ts'

export const accountColumn: ReportColumnDefinition<'accountNumber'> = {
  field: 'accountNumber',
  header: 'Account',
  type: 'TEXT',
  canBeSort: true,
}
export const instrumentColumn: ReportColumnDefinition<'instrumentCode'> = {
  field: 'instrumentCode',
  header: 'Code',
  type: 'INSTRUMENT_CODE',
  canBeSort: true,
}
