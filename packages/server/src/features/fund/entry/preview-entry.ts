// Previews how an entry would change every holder's value (docs/rules/fund.md, "Entries"). Nothing is written.
import type { BodyOf, FundChangePreview } from '@clubfolio/contract'
import {
  applyChange,
  judgeChange,
  previewChange,
  previewLeaving,
  proposeMatches,
  replayFund,
  type FundRecords,
} from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { requireFundMember } from '../member/store.ts'
import { holderNames } from '../book/member-names.ts'
import { describeLeaving, describePreview } from '../book/describe-preview.ts'
import { readFund } from '../book/load-fund.ts'
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
): Promise<FundChangePreview> {
  const { db, clock } = services
  const fund = await readFund(services, session.userId, accountId, 'RECORD')
  await requireFundMember(db, { account: fund.account, userId: session.userId }, dealt.memberId)
  const { day: today } = await accountMarketTime(db, clock, fund.account.marketSource)
  const entry = toEntry(newId(clock), kind, dealt, fund.records.opening)
  const judgement = judgeChange(fund.records, { kind: 'add-entry', entry, reason: description }, today)
  if (!judgement.isAllowed) return throwRefusal(db, judgement.refusal, fund.account)
  const after = replayFund(withPlainMatches(services, judgement.records))
  const preview = previewChange(judgement.before, after)
  return {
    ...describePreview(preview, { accountId, nameOf: holderNames(fund) }),
    isPending: preview.pendingRecordIds.includes(entry.id),
    leaving: describeLeaving(kind === 'retribution' ? previewLeaving(judgement, entry, today) : undefined),
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
