// Stores a charge with its lines and the calculation it was made with (docs/rules/fund-fees.md, "Charges").
import { unallocatedHolderId, type CalculatedCharge } from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { describeCalculation } from './describe-charge.ts'

export interface ChargeStore {
  readonly services: Services
  readonly trx: Trx
  readonly session: Pick<Session, 'userId'>
  readonly accountId: string
  /** Its author is nobody, because the policy charges by itself. */
  readonly isByItself?: boolean
}

/** Returns the id of the stored charge; the reason is that of a waived one. */
export async function storeCharge(
  { services, trx, session, accountId, isByItself = false }: ChargeStore,
  charge: CalculatedCharge,
  reason?: string | null,
): Promise<string> {
  const id = newId(services.clock)
  await trx
    .insertInto('fund_fee_charge')
    .values({
      account_id: accountId,
      id,
      end_day: charge.draft.endDay,
      rate_numerator: charge.rate.numerator.toString(),
      rate_denominator: charge.rate.denominator.toString(),
      is_waived: charge.draft.isWaived,
      is_part: charge.draft.isPart,
      calculation: JSON.stringify(describeCalculation(charge, reason)),
      recorded_at: new Date(services.clock.nowMs()),
      recorded_by: isByItself ? null : session.userId,
    })
    .execute()
  const lines = charge.lines.map((line) => ({
    account_id: accountId,
    charge_id: id,
    member_id: line.holderId,
    kind: line.kind,
    receiver_member_id: line.receiverId === unallocatedHolderId ? null : line.receiverId,
    amount_cents: line.amountCents,
    settled_atto: line.settledAtto.toString(),
  }))
  // A statement takes 65,535 values at most.
  for (let from = 0; from < lines.length; from += 5_000)
    await trx
      .insertInto('fund_fee_line')
      .values(lines.slice(from, from + 5_000))
      .execute()
  return id
}
