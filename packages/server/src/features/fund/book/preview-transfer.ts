// Previews how a transfer would change every holder's value, and the fee that goes with it (docs/rules/fund.md,
// "Expenses and transfers"; docs/rules/fund-fees.md, "Leaving"). Nothing is written.
import type { BodyOf, FundChangePreview } from '@clubfolio/contract'
import { judgeChange, previewChange, previewLeaving, type FundChange } from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { requireFundMember } from '../member/store.ts'
import { refuseChange } from './change-books.ts'
import { describeLeaving, describePreview } from './describe-preview.ts'
import { readFund } from './load-fund.ts'
import { holderNames } from './member-names.ts'
import { toTransfer } from './record-transfer.ts'
import { readSecondPerson } from './second-person.ts'

export async function previewTransfer(
  services: Services,
  { userId }: Session,
  { accountId, description: _description, ...fields }: BodyOf<'fund', 'previewTransfer'>,
): Promise<FundChangePreview> {
  const { db, clock } = services
  const fund = await readFund(services, userId, accountId, 'RECORD')
  for (const memberId of [fields.fromMemberId, fields.toMemberId])
    if (memberId !== accountId) await requireFundMember(db, { account: fund.account, userId }, memberId)
  const { day: today } = await accountMarketTime(db, clock, fund.account.marketSource)
  const transfer = toTransfer(newId(clock), accountId, fields)
  const change: FundChange = { kind: 'add-transfer', transfer }
  const judgement = judgeChange(fund.records, change, today)
  if (!judgement.isAllowed) return refuseChange(db, fund, change, judgement.refusal)
  const preview = previewChange(judgement.before, judgement.after)
  return {
    ...describePreview(preview, { accountId, nameOf: holderNames(fund) }),
    isPending: preview.pendingRecordIds.includes(transfer.id),
    leaving: describeLeaving(previewLeaving(judgement, transfer, today)),
    // A transfer waits whatever its amount.
    waits: (await readSecondPerson(db, accountId)) !== null,
  }
}
