// The names of a fund's holders as the owner sees them.
import { unallocatedHolderId, type HolderId } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type NameOfHolder = (holderId: HolderId) => string

export async function holderNames(db: Db | Trx, ownerId: string): Promise<NameOfHolder> {
  const members = await db.selectFrom('member').select(['id', 'first_name', 'last_name']).where('owner_id', '=', ownerId).execute()
  const names = new Map(members.map((member) => [member.id, `${member.first_name} ${member.last_name}`]))
  return (holderId) => (holderId === unallocatedHolderId ? 'Unallocated' : (names.get(holderId) ?? 'A former member'))
}
