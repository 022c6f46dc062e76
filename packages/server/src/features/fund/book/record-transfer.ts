// Records units that change hands without cash, by amount or by units; Unallocated may be either side
// (docs/rules/fund.md, "Expenses and transfers").
import { Refusal } from '@clubfolio/contract'
import { parseUnits, unallocatedHolderId, type Cents, type Transfer } from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import { lockMember } from '../member/store.ts'
import { toHolderId } from './load-fund.ts'
import { finishChange, judgeBooks, lockBooks, recorded, toDay, type BooksCall } from './change-books.ts'

export interface TransferFields {
  readonly date: string
  readonly fromMemberId: string
  readonly toMemberId: string
  readonly amount?: Cents | null | undefined
  readonly units?: string | null | undefined
  readonly description: string
}

/** Records the transfer and returns its id. */
export async function recordTransfer(call: BooksCall, fields: TransferFields): Promise<string> {
  const { trx, services, accountId } = call
  const fund = await lockBooks(call)
  const transfer: Transfer = {
    id: newId(services.clock),
    day: toDay(fields.date),
    fromHolderId: await requireHolder(call, fields.fromMemberId, false),
    toHolderId: await requireHolder(call, fields.toMemberId, true),
    measure: fields.amount
      ? { by: 'amount', amountCents: fields.amount }
      : { by: 'units', units: parseUnits(fields.units ?? '')! },
  }
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
      description: fields.description,
      ...recorded(call),
    })
    .execute()
  await finishChange(call, after, {
    action: 'transfer.record',
    objectId: transfer.id,
    after: {
      accountId,
      day: transfer.day,
      from: fields.fromMemberId,
      to: fields.toMemberId,
      amountCents: fields.amount?.toString() ?? null,
      units: fields.units ?? null,
    },
  })
  return transfer.id
}

async function requireHolder(
  { trx, session, accountId }: BooksCall,
  memberId: string,
  receives: boolean,
): Promise<string> {
  if (memberId === accountId) return toHolderId(accountId, memberId)
  const member = await lockMember(trx, session.userId, memberId)
  if (receives && member.status === 'INACTIVATED') throw new Refusal('memberInactive', { name: member.name })
  return member.id
}
