// Automatic matching: broker movements that are unambiguously the same money as an entry or expense are matched without
// asking, so that announced money and arrived money are never counted twice (docs/rules/fund.md, "Matching").
import { judgeChange, proposeMatches, type FundRecords, type Match } from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import type { FundAccount } from './load-fund.ts'

/**
 * Stores the unambiguous matches and returns the records including them. Each is judged like a manual match; one that a
 * rule forbids (it would leave a withdrawal unexplained, or change what a leaver took out) is left to the owner. The
 * fund must be locked.
 */
export async function matchMovements(
  { clock }: Services,
  trx: Trx,
  account: FundAccount,
  records: FundRecords,
): Promise<FundRecords> {
  const proposals = proposeMatches(records)
  if (proposals.length === 0) return records
  const { day: today } = await accountMarketTime(trx, clock, account.marketSource)
  const accepted: Match[] = []
  let current = records
  for (const { movementId, itemId } of proposals) {
    const match: Match = { id: newId(clock), movementIds: [movementId], itemIds: [itemId] }
    const judgement = judgeChange(current, { kind: 'match', match }, today)
    if (!judgement.isAllowed) continue
    current = judgement.records
    accepted.push(match)
  }
  if (accepted.length > 0) {
    const recordedAt = new Date(clock.nowMs())
    await trx
      .insertInto('fund_match')
      .values(
        accepted.map((match) => ({
          account_id: account.id,
          id: match.id,
          movement_ids: [...match.movementIds],
          item_ids: [...match.itemIds],
          recorded_at: recordedAt,
          recorded_by: null,
        })),
      )
      .execute()
  }
  return current
}
