// What a change would do, in the words of a reply: every holder's value, the unit value, and what leaving pays.
import type { EntryPreview, FeeOfLeaving } from '@clubfolio/contract'
import { formatUnits, unitValueText, type ChangePreview, type LeavingPreview } from '@clubfolio/domain'
import { toMemberId } from './load-fund.ts'
import type { NameOfHolder } from './member-names.ts'

/** Returns the reply without whether the change waits for a close. */
export function describePreview(
  preview: ChangePreview,
  { accountId, nameOf }: { readonly accountId: string; readonly nameOf: NameOfHolder },
): Omit<EntryPreview, 'isPending'> {
  return {
    holders: preview.holders
      .filter((holder) => holder.beforeCents !== 0n || holder.afterCents !== 0n)
      .map((holder) => ({
        memberId: toMemberId(accountId, holder.holderId),
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
  }
}

export const describeLeaving = (leaving: LeavingPreview | undefined): FeeOfLeaving | null =>
  leaving === undefined
    ? null
    : {
        management: leaving.managementCents,
        performance: leaving.performanceCents,
        earlier: leaving.earlierCents,
        units: formatUnits(leaving.units),
        paidOut: leaving.paidOutCents,
        netValue: leaving.netCents,
        isEstimate: leaving.isEstimate,
      }
