// Prints a capital account statement as a PDF file, in a worker thread so that other requests are not blocked.
import type { CapitalStatement } from '@clubfolio/contract'
import type { Services } from '../../../services.ts'

/** Returns the file name and its bytes as base64. */
export async function printStatement(
  { clock, renderer }: Pick<Services, 'clock' | 'renderer'>,
  statement: CapitalStatement,
): Promise<{ fileName: string; content: string }> {
  const bytes = await renderer.renderStatement(statement, clock.nowMs())
  return { fileName: `statement-${statement.from}-${statement.to}.pdf`, content: bytes.toString('base64') }
}
