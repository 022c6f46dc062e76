// Previews how an entry would change every holder's value (docs/rules/fund.md, "Entries"). Nothing is written.
import type { BodyOf, EntryPreview } from '@clubfolio/contract'
import {
  applyChange,
  judgeChange,
  previewChange,
  proposeMatches,
  replayFund,
  unitValueText,
  type FundRecords,
} from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { requireFundMember } from '../member/store.ts'
import { holderNames } from '../book/member-names.ts'
import { readFund, toMemberId } from '../book/load-fund.ts'
import { reachesSecondPerson, readSecondPerson, type HolderAmount } from '../book/second-person.ts'
import { toEntry } from './record-entry.ts'
import { throwRefusal } from '../book/refuse.ts'

export async function previewEntry(
  services: Services,
  session: Session,
  {
    kind,
    accountId,
    foundId: _bank,
    description,
    moveMoney: _isMoved,
    due: _due,
    requestId: _request,
    ...dealt
  }: BodyOf<'fund', 'previewEntry'>,
): Promise<EntryPreview & { waits: boolean }> {
  const { db, clock } = services
  const fund = await readFund(services, session.userId, accountId, 'RECORD')
  await requireFundMember(db, { account: fund.account, userId: session.userId }, dealt.memberId)
  const { day: today } = await accountMarketTime(db, clock, fund.account.marketSource)
  const entry = toEntry(newId(clock), kind, dealt, fund.records.opening)
  const judgement = judgeChange(fund.records, { kind: 'add-entry', entry, reason: description }, today, fund.replay)
  if (!judgement.isAllowed) return inTransaction(db, (trx) => throwRefusal(trx, judgement.refusal, fund.account))
  const after = replayFund(withPlainMatches(services, judgement.records))
  const nameOf = holderNames(fund)
  const preview = previewChange(judgement.before, after)
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
    isPending: preview.pendingRecordIds.includes(entry.id),
    waits: await waits(
      { db, clock },
      { accountId, memberId: dealt.memberId, day: dealt.date, amountCents: dealt.amount },
    ),
  }
}

/** Whether it would wait for a second person. */
async function waits({ db, clock }: Pick<Services, 'db' | 'clock'>, amount: HolderAmount): Promise<boolean> {
  const fromCents = await readSecondPerson(db, amount.accountId)
  return fromCents !== null && reachesSecondPerson(db, clock, amount, fromCents)
}

/** Adds the automatic matches that saving would also make. */
function withPlainMatches({ clock }: Services, records: FundRecords): FundRecords {
  return proposeMatches(records).reduce(
    (current, { movementId, itemId }) =>
      applyChange(current, {
        kind: 'match',
        match: { id: newId(clock), movementIds: [movementId], itemIds: [itemId] },
      }),
    records,
  )
}
