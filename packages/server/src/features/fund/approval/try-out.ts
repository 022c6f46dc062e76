// Tries a change of a fund out and takes it back: everything it writes is rolled back, and what it would start after
// the commit is dropped.
import type { EntryPreview } from '@clubfolio/contract'
import { previewChange, replayOf } from '@clubfolio/domain'
import { inSavepoint } from '../../../kernel/transaction.ts'
import { describePreview } from '../book/describe-preview.ts'
import type { Fund } from '../book/load-fund.ts'
import { holderNames, readMemberNames } from '../book/member-names.ts'
import { readRecords } from '../book/read-records.ts'
import type { FundCall } from './may-wait.ts'

class TakenBack extends Error {}

/** Returns how the change would alter every holder's value. Throws what the change throws. */
export async function tryOut(
  call: FundCall,
  { account, records }: Fund,
  change: (trial: FundCall) => Promise<unknown>,
): Promise<EntryPreview> {
  const before = replayOf(records)
  let after = before
  try {
    await inSavepoint(call.trx, async () => {
      await change({ ...call, afterCommit: () => undefined })
      after = replayOf(await readRecords(call.trx, account))
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  const nameOf = holderNames({ members: await readMemberNames(call.trx, account.id) })
  const preview = previewChange(before, after)
  return {
    ...describePreview(preview, { accountId: account.id, nameOf }),
    isPending: preview.pendingRecordIds.length > 0,
  }
}
