// Who reads which document of a fund: its owner every one, people with a role and members those that name them. The
// right is a condition in the SQL of every query of documents (docs/rules/fund-club.md, "Documents").
import type { DocumentReader } from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import { isHeldBy, type FundPerson } from '../right/fund-right.ts'

/**
 * Returns the condition that the person reads the document `d`: as the owner of account `a`, or by a role in its fund.
 */
export const readsDocument = (person: FundPerson): RawBuilder<boolean> => sql<boolean>`(
  a.owner_id = ${person.userId}::uuid or exists (
    select from fund_role as held where held.account_id = a.id and ${isHeldBy('held', person)}
      and held.role = any(d.readers)))`

/** Returns the condition that members read the document `d`; the place of the member is checked by its own query. */
export const isForMembers: RawBuilder<boolean> = sql<boolean>`'MEMBER' = any(d.readers)`

/** In the order in which they are shown. */
export const orderedReaders = (readers: readonly DocumentReader[], all: readonly DocumentReader[]): DocumentReader[] =>
  all.filter((reader) => readers.includes(reader))
