// Rows of a report that adds up paper and real money say which of the two they are.
import type { OwnAccount } from '../account/own-account.ts'
import { nameAccount } from '../account/account-name.ts'
import { accountField } from './mask-accounts.ts'
import type { ReportColumnDefinition, ReportRow } from './report-table.ts'

/** Returns the rows with paper accounts named "1001 · Paper", if the accounts are of both kinds. */
export function markPaper(
  columns: readonly Pick<ReportColumnDefinition, 'field'>[],
  rows: readonly ReportRow[],
  accounts: readonly OwnAccount[],
): readonly ReportRow[] {
  const place = columns.findIndex(({ field }) => field === accountField)
  if (place < 0 || new Set(accounts.map(({ is_paper: isPaper }) => isPaper)).size < 2) return rows
  const names = new Map(accounts.map((account) => [account.number, nameAccount(account)]))
  return rows.map((row) => row.map((cell, index) => (index === place ? (names.get(cell ?? '') ?? cell) : cell)))
}
