// Tries a change of a fund out and takes it back: everything it writes is rolled back, and what it would start after
// the commit is dropped.
import type { EntryPreview } from '@clubfolio/contract'
import { previewChange, replayFund, unitValueText } from '@clubfolio/domain'
import { inSavepoint } from '../../../kernel/transaction.ts'
import { toMemberId, type Fund } from '../book/load-fund.ts'
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
  const before = replayFund(records)
  let after = before
  try {
    await inSavepoint(call.trx, async () => {
      await change({ ...call, afterCommit: () => undefined })
      after = replayFund(await readRecords(call.trx, account))
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  const nameOf = holderNames({ members: await readMemberNames(call.trx, account.id) })
  const preview = previewChange(before, after)
  return {
    holders: preview.holders
      .filter((holder) => holder.beforeCents !== 0n || holder.afterCents !== 0n)
      .map((holder) => ({
        memberId: toMemberId(account.id, holder.holderId),
        name: nameOf(holder.holderId),
        before: holder.beforeCents,
        after: holder.afterCents,
        difference: holder.differenceCents,
        percentBefore: holder.percentHundredthsBefore / 100,
        percentAfter: holder.percentHundredthsAfter / 100,
      })),
    fundValueBefore: preview.fundValueBeforeCents,
    fundValueAfter: preview.fundValueAfterCents,
    unitValueBefore: unitValueText(preview.rateBefore),
    unitValueAfter: unitValueText(preview.rateAfter),
    isPending: preview.pendingRecordIds.length > 0,
  }
}
