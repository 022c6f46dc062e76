// Records units that change hands without cash, by amount or by units; Unallocated may be either side
// (docs/rules/fund.md, "Expenses and transfers").
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { parseUnits, unallocatedHolderId, type Transfer } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import { lockFundMember } from '../member/store.ts'
import { toHolderId, type Fund } from './load-fund.ts'
import { finishChange, judgeBooks, lockBooks, recorded, toDay, type BooksCall } from './change-books.ts'

export type TransferFields = Omit<BodyOf<'fund', 'recordTransfer'>, 'accountId'>

/** Records the transfer and returns its id. */
export async function recordTransfer(call: BooksCall, { description, ...fields }: TransferFields): Promise<string> {
  const { trx, services, accountId } = call
  const fund = await lockBooks(call, 'RECORD')
  const { fromMemberId, toMemberId, amount, units } = fields
  const transfer = toTransfer(newId(services.clock), accountId, fields)
  await requireHolder(call, fund, { memberId: fromMemberId, isReceiver: false })
  await requireHolder(call, fund, { memberId: toMemberId, isReceiver: true })
  const after = await judgeBooks(call, fund, { kind: 'add-transfer', transfer })
  await trx
    .insertInto('fund_transfer')
    .values({
      account_id: accountId,
      id: transfer.id,
      day: transfer.day,
      from_member_id: transfer.fromHolderId === unallocatedHolderId ? null : transfer.fromHolderId,
      to_member_id: transfer.toHolderId === unallocatedHolderId ? null : transfer.toHolderId,
      amount_cents: transfer.measure.by === 'amount' ? transfer.measure.amountCents : null,
      units_steps: transfer.measure.by === 'units' ? transfer.measure.units : null,
      description,
      ...recorded(call),
    })
    .execute()
  await finishChange(call, after, {
    action: 'transfer.record',
    objectId: transfer.id,
    after: {
      accountId,
      day: transfer.day,
      from: fromMemberId,
      to: toMemberId,
      amountCents: amount?.toString() ?? null,
      units: units ?? null,
    },
  })
  return transfer.id
}

/** Returns the transfer that the fields of its form say. */
export function toTransfer(
  id: string,
  accountId: string,
  { date, fromMemberId, toMemberId, amount, units, ...rest }: Omit<TransferFields, 'description'>,
): Transfer {
  noFieldLeft(rest)
  return {
    id,
    day: toDay(date),
    fromHolderId: toHolderId(accountId, fromMemberId),
    toHolderId: toHolderId(accountId, toMemberId),
    measure: amount ? { by: 'amount', amountCents: amount } : { by: 'units', units: parseUnits(units ?? '')! },
  }
}

/** Throws `notFound` for a member of another fund, and refuses units for an inactive one. */
async function requireHolder(
  { trx, session, accountId }: BooksCall,
  { account }: Fund,
  { memberId, isReceiver }: { readonly memberId: string; readonly isReceiver: boolean },
): Promise<void> {
  if (memberId === accountId) return
  const member = await lockFundMember(trx, { account, userId: session.userId }, memberId)
  if (isReceiver && member.status === 'INACTIVATED') throw new Refusal('memberInactive', { name: member.name })
}
