// Approves a request by the entry that answers it: in the transaction that books the entry, so that of an approval, a
// withdrawal and a refusal at the same moment exactly one succeeds (docs/rules/fund.md, "Requests").
import { Refusal } from '@clubfolio/contract'
import { formatMoney, type Entry, type MarketDay } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { resolveAlert } from '../../alert/write-alert.ts'
import type { FundAccount } from '../book/load-fund.ts'

export interface RequestApproval {
  readonly account: FundAccount
  readonly entry: Entry
  readonly requestId: string
  /** The user who approves. */
  readonly userId: string
}

/**
 * Marks the request as approved by this entry. Throws `requestDecided` for one that is no longer open, `requestOther`
 * where it is not what was asked for: another member or direction, inactive, or money of the opening value.
 */
export async function approveRequest(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { account, entry, requestId, userId }: RequestApproval,
): Promise<void> {
  const request = await trx
    .selectFrom('fund_request')
    .select(['member_id', 'user_id', 'kind', 'state'])
    .where('id', '=', requestId)
    .where('account_id', '=', account.id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new Refusal('notFound')
  if (request.state !== 'OPEN') throw new Refusal('requestDecided')
  const isSame = (request.kind === 'PAY_IN') === (entry.kind === 'contribution')
  // What a member asks to pay in is no part of what the account held at the opening.
  const isNewMoney = entry.funding !== 'opening'
  if (request.member_id !== entry.holderId || !isSame || !entry.isActive || !isNewMoney)
    throw new Refusal('requestOther')
  await trx
    .updateTable('fund_request')
    .set({ state: 'APPROVED', decided_at: new Date(clock.nowMs()), decided_by: userId })
    .where('id', '=', requestId)
    .execute()
  await resolveAlert(trx, clock, { userId: account.ownerId, key: waitingKey(requestId) })
  const size = formatMoney(entry.amountCents, { currency: account.currency })
  await recordNotification(trx, clock, {
    userId: request.user_id,
    kind: 'REQUEST_DECIDED',
    key: `request ${requestId} decided`,
    title: 'Request approved',
    text:
      entry.kind === 'contribution'
        ? `Your payment of ${size} was approved and recorded on ${entry.day}.`
        : `${size} was approved and recorded on ${entry.day}; it is paid out to you.`,
    link: `/my-funds?fund=${account.id}`,
  })
}

/** An approved request is dated the day of its approval: nobody deals with hindsight. */
export function requireApprovalDay({ day }: Pick<Entry, 'day'>, today: MarketDay): void {
  if (day !== today) throw new Refusal('requestDated', { day: today })
}

/** The key of the owner's alert while a request is open. */
export const waitingKey = (requestId: string): string => `request ${requestId}`
