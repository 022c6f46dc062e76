// Prints a capital account statement as a PDF file, in a thread, so that other calls are answered meanwhile.
import type { CapitalStatement } from '@clubfolio/contract'
import type { Services } from '../../services.ts'

/** The name of the file and its bytes as base64. */
export async function printStatement({ clock, renderer }: Pick<Services, 'clock' | 'renderer'>, statement: CapitalStatement): Promise<{ fileName: string; content: string }> {
  const bytes = await renderer.renderStatement(statement, clock.nowMs())
  return { fileName: `statement-${statement.from}-${statement.to}.pdf`, content: bytes.toString('base64') }
}
