// The fund's books as hledger journals, for a program that this project did not write (fund-accounting, Export).
import { exportBooksJournal, exportRoiJournal, replayFund } from '@clubfolio/domain'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { readFund } from '../participation/load-fund.ts'

export async function exportJournals({ db }: Services, session: Session, accountId: string): Promise<{ books: string; roi: string }> {
  const replay = replayFund((await readFund(db, session.userId, accountId)).records)
  return { books: exportBooksJournal(replay), roi: exportRoiJournal(replay) }
}
