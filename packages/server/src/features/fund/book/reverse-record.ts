// Takes an expense, a transfer, a distribution or a match out of the books by adding reversals: of the record and of
// everything bound to it.
import { Refusal } from '@clubfolio/contract'
import { finishChange, judgeBooks, lockBooks, type BooksCall } from './change-books.ts'
import { storeReversals } from './store-reversals.ts'

export async function reverseRecord(call: BooksCall, recordId: string, reason?: string | null): Promise<void> {
  const fund = await lockBooks(call, 'RECORD')
  // Entries are reversed through their own calls.
  if (fund.records.entries.some((entry) => entry.id === recordId)) throw new Refusal('notFound')
  // A distribution is its lines, which are reversed together whichever of them is named.
  const line = fund.records.entries.find(({ distributionId }) => distributionId === recordId)
  const after = await judgeBooks(call, fund, { kind: 'reverse', recordId: line?.id ?? recordId })
  const reversed = await storeReversals(call, fund, after.records, reason)
  await finishChange(call, after, { action: 'record.reverse', objectId: recordId, after: { reversed } })
}
