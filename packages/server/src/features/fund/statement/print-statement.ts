// Prints a capital account statement as a PDF file, in a worker thread so that other requests are not blocked.
import { type CapitalStatement, statementHeading } from '@clubfolio/contract'
import { fileName } from '../../../kernel/file-name.ts'
import type { Services } from '../../../services.ts'
import { type Issuer, readAccountsIssuer } from '../book/read-issuer.ts'

/** Returns the file name and its bytes as base64. */
export async function printStatement(
  services: Pick<Services, 'clock' | 'renderer' | 'db'>,
  statement: CapitalStatement,
): Promise<{ fileName: string; content: string }> {
  const issuer = await readAccountsIssuer(services.db, statement.accountId)
  const bytes = await services.renderer.renderStatement({ statement, issuer }, services.clock.nowMs())
  return { fileName: statementFileName(statement, issuer), content: bytes.toString('base64') }
}

/**
 * "Capital account statement - Nora Lind - Riverside Club - Maria Keller - 2026-01-01 to 2026-03-31.pdf", with "Paper"
 * after the heading where the fund holds practice money.
 */
export const statementFileName = (
  { holder, from, to }: Pick<CapitalStatement, 'holder' | 'from' | 'to'>,
  { clubs, manager, moneyMark = '' }: Issuer,
): string => fileName([statementHeading, moneyMark, holder, clubs.join(', '), manager, `${from} to ${to}`], 'pdf')
