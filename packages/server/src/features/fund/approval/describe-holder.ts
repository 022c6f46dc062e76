// The name of a holder in the words of what waits.
import { unallocatedHolderId } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import { memberNameSql } from '../member/member-name.ts'

/** Returns `Ann Keller`, or Unallocated for the account's own id. */
export async function describeHolder(trx: Trx, accountId: string, memberId: string): Promise<string> {
  if (memberId === accountId || memberId === unallocatedHolderId) return 'Unallocated'
  const member = await trx
    .selectFrom('member')
    .select(memberNameSql().as('name'))
    .where('id', '=', memberId)
    .executeTakeFirst()
  return member?.name ?? 'A former member'
}
