// The names of a fund's holders as the owner sees them.
import { unallocatedHolderId, type HolderId } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import { memberNameSql } from '../member/member-name.ts'
import type { MemberNames } from './replay-cache.ts'

/**
 * Returns the members of the account's owner, sorted by the database, so that their order is the same on every screen.
 */
export async function readMemberNames(trx: Trx, accountId: string): Promise<MemberNames> {
  const rows = await trx
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.owner_id', 'm.owner_id')
    .select(['m.id', memberNameSql('m').as('name')])
    .where('a.id', '=', accountId)
    .orderBy('m.last_name')
    .orderBy('m.first_name')
    .orderBy('m.id')
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type NameOfHolder = (holderId: HolderId) => string

/** Returns `Ann Keller`, or Unallocated. */
export const holderNames =
  ({ members }: { readonly members: MemberNames }): NameOfHolder =>
  (holderId) =>
    holderId === unallocatedHolderId ? 'Unallocated' : (members.get(holderId) ?? 'A former member')
