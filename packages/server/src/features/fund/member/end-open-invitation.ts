// Ends an invitation of a member that nobody has followed: it is replaced or withdrawn, or no longer fits the member.
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'

/** Ends what a member's link still offers, and returns whether there was one. The caller holds the member's row. */
export async function endOpenInvitation(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  memberId: string,
): Promise<boolean> {
  const ended = await trx
    .updateTable('member_invitation')
    .set({ ended_at: new Date(clock.nowMs()) })
    .where('member_id', '=', memberId)
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
