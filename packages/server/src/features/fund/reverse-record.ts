// Takes an expense, a transfer or a match out of the books by a reversing record. An expense that a member paid goes with the
// contribution it was booked with.
import { Refusal } from '@clubfolio/contract'
import type { FundRecords } from '@clubfolio/domain'
import { finishChange, judgeBooks, lockBooks, recorded, type BooksCall } from './change-books.ts'

export async function reverseRecord(call: BooksCall, recordId: string): Promise<void> {
  const fund = await lockBooks(call)
  // Entries have calls of their own.
  if (fund.records.entries.some((entry) => entry.id === recordId)) throw new Refusal('notFound')
  const ids = togetherWith(fund.records, recordId)
  const after = await judgeBooks(call, fund, ...ids.map((id) => ({ kind: 'reverse', recordId: id }) as const))
  await call.trx
    .insertInto('fund_reversal')
    .values(ids.map((id) => ({ account_id: call.accountId, record_id: id, ...recorded(call), reason: null })))
    .execute()
  await finishChange(call, after, { action: 'record.reverse', objectId: recordId, after: { reversed: ids } })
}

/** The record, and what was booked in the same step with it: fee of a match, contribution that paid an expense. */
function togetherWith(records: FundRecords, recordId: string): string[] {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const paid = records.matches.find((match) => match.movementIds.length === 0 && !reversed.has(match.id) && (match.id === recordId || match.itemIds.includes(recordId)))
  return paid ? [...paid.itemIds.toSorted((a, b) => Number(isEntry(records, a)) - Number(isEntry(records, b))), paid.id] : [recordId]
}

const isEntry = (records: FundRecords, id: string): boolean => records.entries.some((entry) => entry.id === id)
