// Who may do what in a fund, in one place: the account's owner, and people with a role in it. The right is a condition
// in the SQL of every query of a fund, so that a role that was ended, or whose last day is over, gives nothing from the
// next statement on (docs/rules/fund.md, "Roles").
import type { FundPlace, FundRoleName } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { part, type Part } from '../../../db/read-together.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Trx } from '../../../kernel/transaction.ts'

/** READ sees everything of the fund; RECORD changes its books; APPROVE decides what waits; OWN is everything. */
export type FundRight = 'READ' | 'RECORD' | 'APPROVE' | 'OWN'

const rolesWith: Readonly<Record<FundRight, readonly FundRoleName[]>> = {
  READ: ['TREASURER', 'APPROVER', 'AUDITOR'],
  RECORD: ['TREASURER'],
  APPROVE: ['APPROVER'],
  OWN: [],
}

/** The person whose right is asked for, and the day that last days are compared with. */
export interface FundPerson {
  readonly userId: string
  readonly today: string
}

/** Returns the person on the current day of New York: `personAt(services.clock, session.userId)`. */
export const personAt = (clock: Clock, userId: string): FundPerson => ({
  userId,
  today: newYorkDateAt(clock.nowMs()),
})

/**
 * Returns the condition that the person has the right in the fund of an account. `alias` is the name that the query
 * gives to the table of accounts: `.where(mayInFund('READ', person, 'a'))`.
 */
export const mayInFund = (right: FundRight, { userId, today }: FundPerson, alias = 'account'): RawBuilder<boolean> => {
  const isOwner = sql<boolean>`${sql.ref(`${alias}.owner_id`)} = ${userId}::uuid`
  const roles = rolesWith[right]
  if (roles.length === 0) return isOwner
  return sql<boolean>`(${isOwner} or exists (
    select from fund_role as held where held.account_id = ${sql.ref(`${alias}.id`)}
      and ${isHeldBy('held', { userId, today })} and held.role in (${sql.join(roles)})))`
}

/** Returns the condition that a row of `fund_role` is the person's and in force. */
export const isHeldBy = (alias: string, { userId, today }: FundPerson): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`${column('user_id')} = ${userId}::uuid and ${isInForce(alias, today)}`
}

/** Returns the condition that a row of `fund_role` was accepted and gives its right on a day. */
export const isInForce = (alias: string, today: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`${column('user_id')} is not null and ${column('ended_at')} is null
    and (${column('last_day')} is null or ${column('last_day')} >= ${today}::date)`
}

/**
 * Returns the condition that a member belongs to what a person with a role in a fund sees: the member is in its books,
 * or in no books yet. Members of the owner's other funds stay unseen.
 */
export const isMemberOfFund = (accountId: RawBuilder<unknown>, member: string): RawBuilder<boolean> => {
  const id = sql.ref(`${member}.id`)
  return sql<boolean>`(
    exists (select from fund_entry e where e.member_id = ${id} and e.account_id = ${accountId})
    or exists (select from fund_opening_share s where s.member_id = ${id} and s.account_id = ${accountId})
    or exists (select from fund_transfer t
      where ${id} in (t.from_member_id, t.to_member_id) and t.account_id = ${accountId})
    or not (
      exists (select from fund_entry e where e.member_id = ${id})
      or exists (select from fund_opening_share s where s.member_id = ${id})
      or exists (select from fund_transfer t where t.from_member_id = ${id})
      or exists (select from fund_transfer t where t.to_member_id = ${id})))`
}

/**
 * Returns the condition that the person has the right in a fund that a member belongs to; `member` is the name that the
 * query gives to the table of members.
 */
export const mayWithMember = (
  right: Exclude<FundRight, 'OWN'>,
  { userId, today }: FundPerson,
  member = 'member',
): RawBuilder<boolean> => {
  const ownerId = sql.ref(`${member}.owner_id`)
  return sql<boolean>`(${ownerId} = ${userId}::uuid or exists (
    select from fund_role as held join account as a on a.id = held.account_id
    where a.owner_id = ${ownerId} and ${isHeldBy('held', { userId, today })}
      and held.role in (${sql.join([...rolesWith[right]])}) and ${isMemberOfFund(sql.ref('a.id'), member)}))`
}

export interface HeldRoleRow {
  readonly role: FundRoleName
}

/** The roles of a person in a fund, together with others; the account may be that of a query of the same statement. */
export const heldRolesPart = (
  db: Db | Trx,
  accountId: string | RawBuilder<string>,
  person: FundPerson,
): Part<HeldRoleRow> =>
  part(
    db
      .selectFrom('fund_role as held')
      .select('held.role')
      .where('held.account_id', '=', accountId)
      .where(isHeldBy('held', person)),
    { role: 'text' },
  )

/** Returns what the person is in the fund of this owner, from the rows of `heldRolesPart`. */
export function toPlace(ownerId: string, { userId }: FundPerson, [held]: readonly HeldRoleRow[]): FundPlace {
  if (ownerId === userId) return 'OWNER'
  if (held === undefined) throw new Error('Who reads a fund owns it or has a role in it.')
  return held.role
}
