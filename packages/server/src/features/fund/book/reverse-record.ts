// Takes an expense, a transfer or a match out of the books by adding reversals: of the record and of everything bound
// to it.
import { Refusal } from '@clubfolio/contract'
import { finishChange, judgeBooks, lockBooks, type BooksCall } from './change-books.ts'
import { storeReversals } from './store-reversals.ts'

export async function reverseRecord(call: BooksCall, recordId: string): Promise<void> {
  const fund = await lockBooks(call, 'RECORD')
  // Entries are reversed through their own calls.
  if (fund.records.entries.some((entry) => entry.id === recordId)) throw new Refusal('notFound')
  const after = await judgeBooks(call, fund, { kind: 'reverse', recordId })
  const reversed = await storeReversals(call, fund, after.records)
  await finishChange(call, after, { action: 'record.reverse', objectId: recordId, after: { reversed } })
}
