// The names of a fund's holders as the owner sees them.
import { unallocatedHolderId, type HolderId } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { part, readPart, type Part } from '../../../db/read-together.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { memberNameSql } from '../member/member-name.ts'
import type { MemberNames } from './replay-cache.ts'

/**
 * Returns the members of the account's owner, sorted by the database, so that their order is the same on every screen.
 */
export async function readMemberNames(trx: Trx, accountId: string): Promise<MemberNames> {
  return toMemberNames(await readPart(trx, memberNamesPart(trx, accountId)))
}

export interface MemberNameRow {
  readonly id: string
  readonly name: string
}

/** The same together with others. */
export const memberNamesPart = (trx: Db | Trx, accountId: string): Part<MemberNameRow> =>
  part(
    trx
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.owner_id', 'm.owner_id')
      .select(['m.id', memberNameSql('m').as('name')])
      .where('a.id', '=', accountId)
      .orderBy('m.last_name')
      .orderBy('m.first_name')
      .orderBy('m.id'),
    { id: 'text', name: 'text' },
  )

export const toMemberNames = (rows: readonly MemberNameRow[]): MemberNames =>
  new Map(rows.map(({ id, name }) => [id, name]))

export type NameOfHolder = (holderId: HolderId) => string

/** Returns `Ann Keller`, or Unallocated. */
export const holderNames =
  ({ members }: { readonly members: MemberNames }): NameOfHolder =>
  (holderId) =>
    holderId === unallocatedHolderId ? 'Unallocated' : (members.get(holderId) ?? 'A former member')

/**
 * The same for a graph, where holders with one label would be one point: members who share a name are numbered in the
 * order in which they were created, `Ann Keller (1)` and `Ann Keller (2)`.
 */
export function distinctHolderNames({ members }: { readonly members: MemberNames }): NameOfHolder {
  const namesakes = new Map<string, HolderId[]>()
  // An id begins with the time at which it was made.
  for (const [id, name] of [...members].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    namesakes.set(name, [...(namesakes.get(name) ?? []), id])
  const nameOf = holderNames({ members })
  return (holderId) => {
    const name = nameOf(holderId)
    const ids = namesakes.get(name) ?? []
    return ids.length > 1 ? `${name} (${ids.indexOf(holderId) + 1})` : name
  }
}
