// Prints the fact sheet of a fund as a PDF file, in a worker thread.
import type { Session } from '../../../kernel/session.ts'
import { fileName } from '../../../kernel/file-name.ts'
import type { Services } from '../../../services.ts'
import { readFactSheet } from './fact-sheet.ts'

export async function printFactSheet(
  services: Services,
  session: Session,
  accountId: string,
): Promise<{ fileName: string; content: string }> {
  const sheet = await readFactSheet(services, session, accountId)
  const bytes = await services.renderer.renderFactSheet(sheet, services.clock.nowMs())
  const { clubs, manager, moneyMark = '' } = sheet.issuer
  return {
    fileName: fileName(['Fact sheet', moneyMark, clubs.join(', '), manager, sheet.asOf], 'pdf'),
    content: bytes.toString('base64'),
  }
}
