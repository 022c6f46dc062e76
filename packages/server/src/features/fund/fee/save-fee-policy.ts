// Records a fee policy: what the fund charges from the next day on (docs/rules/fund-fees.md, "Policies").
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { addCalendarDays, unallocatedHolderId, type FeePolicy } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { finishChange, judgeBooks, lockBooks, recorded, type BooksCall } from '../book/change-books.ts'
import { toHolderId } from '../book/load-fund.ts'
import { lockMember } from '../member/store.ts'

export type FeePolicyFields = Omit<BodyOf<'fund', 'saveFeePolicy'>, 'accountId'>

/** Records the policy and returns its id. */
export async function saveFeePolicy(
  call: BooksCall,
  { kind, rate, hurdle, receiverId, period, ownRates, chargesByItself, ...rest }: FeePolicyFields,
): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, accountId } = call
  const fund = await lockBooks(call)
  const { day } = await accountMarketTime(trx, services.clock, fund.account.marketSource)
  const memberIds = ownRates.map((own) => own.memberId)
  if (new Set(memberIds).size < memberIds.length) throw new Refusal('feeHolderTwice')
  const policy: FeePolicy = {
    id: newId(services.clock),
    kind,
    rateMillionths: millionthsOf(rate),
    hurdleMillionths: kind === 'performance' ? millionthsOf(hurdle ?? '0') : 0n,
    receiverId: await requireHolder(call, receiverId),
    period,
    ownRates: await Promise.all(
      ownRates.map(async (own) => ({
        holderId: await requireMember(call, own.memberId),
        rateMillionths: millionthsOf(own.rate),
      })),
    ),
    firstDay: addCalendarDays(day, 1),
    chargesByItself,
  }
  const after = await judgeBooks(call, fund, { kind: 'set-fee-policy', policy })
  await trx
    .insertInto('fund_fee_policy')
    .values({
      account_id: accountId,
      id: policy.id,
      kind,
      rate_millionths: policy.rateMillionths,
      hurdle_millionths: policy.hurdleMillionths,
      receiver_member_id: policy.receiverId === unallocatedHolderId ? null : policy.receiverId,
      period,
      own_rates: JSON.stringify(
        Object.fromEntries(policy.ownRates.map((own) => [own.holderId, own.rateMillionths.toString()])),
      ),
      first_day: policy.firstDay,
      charges_by_itself: chargesByItself,
      ...recorded(call),
    })
    .execute()
  await finishChange(call, after, {
    action: 'fee-policy.save',
    objectId: policy.id,
    after: {
      accountId,
      kind,
      rate,
      hurdle: hurdle ?? null,
      receiverId,
      period,
      ownRates,
      firstDay: policy.firstDay,
      chargesByItself,
    },
  })
  return policy.id
}

/** "2" percent as 20,000 millionths, without a binary fraction in between. */
function millionthsOf(percent: string): bigint {
  const [whole = '', decimals = ''] = percent.split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}

async function requireHolder(call: BooksCall, memberId: string): Promise<string> {
  return memberId === call.accountId ? toHolderId(call.accountId, memberId) : requireMember(call, memberId)
}

async function requireMember({ trx, session, accountId }: BooksCall, memberId: string): Promise<string> {
  if (memberId === accountId) throw new Refusal('unallocatedReadOnly')
  return (await lockMember(trx, session.userId, memberId)).id
}
