// Exports the fund's books as hledger journals, so that an independent program can verify them (docs/rules/fund.md,
// "Export").
import { exportBooksJournal, exportRoiJournal } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readFund } from './load-fund.ts'

export async function exportJournals(
  services: Services,
  session: Session,
  accountId: string,
): Promise<{ books: string; roi: string }> {
  const {
    replay,
    account: { currency },
  } = await readFund(services, session.userId, accountId)
  return { books: exportBooksJournal(replay, currency), roi: exportRoiJournal(replay, currency) }
}
