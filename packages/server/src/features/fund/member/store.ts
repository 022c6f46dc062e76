// Reads members as the wire shows them. The owner is part of every query.
import { Refusal, type Member } from '@clubfolio/contract'
import { fullName } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { isMemberOfFund, mayWithMember, type FundPerson } from '../right/fund-right.ts'
import { memberNameSql } from './member-name.ts'

/** Returns the query of the owner's members with their linked users, for a use case to narrow further. */
export function selectMembers(db: Db | Trx, ownerId: string) {
  return db
    .selectFrom('member as m')
    .leftJoin('app_user as u', 'u.id', 'm.user_id')
    .leftJoin('member_invitation as i', (join) =>
      join.onRef('i.member_id', '=', 'm.id').on('i.accepted_at', 'is', null).on('i.ended_at', 'is', null),
    )
    .leftJoin('app_user as inviter', 'inviter.id', 'i.invited_by')
    .where('m.owner_id', '=', ownerId)
    .orderBy('m.last_name')
    .orderBy('m.first_name')
    .orderBy('m.id')
    .select([
      'm.id',
      'm.first_name',
      'm.last_name',
      'm.email',
      'm.phone',
      'm.user_id',
      'm.status',
      'm.created_at',
      'm.updated_at',
      'u.first_name as user_first_name',
      'u.last_name as user_last_name',
      'u.email as user_email',
      'u.phone_number as user_phone',
      'i.email as invited_email',
      'i.invited_at',
      'i.link_expires_at',
      'inviter.first_name as inviter_first_name',
      'inviter.last_name as inviter_last_name',
    ])
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

/** `nowMs` decides whether the link of an invitation is over. */
export function toMember(row: MemberRow, nowMs: number): Member {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    userId: row.user_id,
    user: row.user_id === null ? null : toLinkedUser(row.user_id, row),
    invitation: toInvitation(row, nowMs),
    status: row.status,
    created: row.created_at.getTime(),
    createdTimezone: 'UTC',
    updated: row.updated_at.getTime(),
    updatedTimezone: 'UTC',
    deleted: null,
    deletedTimezone: null,
  }
}

function toInvitation(row: MemberRow, nowMs: number): Member['invitation'] {
  const { invited_email: email, invited_at: at, link_expires_at: until } = row
  if (email === null || at === null || until === null) return null
  return {
    email,
    at: at.getTime(),
    by: fullName({ firstName: row.inviter_first_name ?? '', lastName: row.inviter_last_name ?? '' }),
    isOver: until.getTime() <= nowMs,
  }
}

function toLinkedUser(id: string, row: MemberRow): Member['user'] {
  const firstName = row.user_first_name ?? ''
  const lastName = row.user_last_name ?? ''
  return {
    id,
    firstName,
    lastName,
    email: row.user_email ?? '',
    fullName: fullName({ firstName, lastName }),
    phoneNumber: row.user_phone ?? '',
  }
}

export interface OwnMember {
  readonly id: string
  readonly name: string
  readonly status: 'ACTIVATED' | 'INACTIVATED'
}

/** Returns the owner's member. Throws `notFound`, also for anybody else's member. */
export async function requireMember(db: Db | Trx, ownerId: string, memberId: string): Promise<OwnMember> {
  const member = await db
    .selectFrom('member')
    .select(['id', 'status', memberNameSql().as('name')])
    .where('id', '=', memberId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!member) throw new Refusal('notFound')
  return member
}

/** Throws `notFound` unless the person owns the member, or has the right in a fund that the member belongs to. */
export async function requireMemberRight(
  db: Db | Trx,
  right: 'READ' | 'RECORD',
  person: FundPerson,
  memberId: string,
): Promise<void> {
  const member = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where(mayWithMember(right, person))
    .executeTakeFirst()
  if (!member) throw new Refusal('notFound')
}

/** The fund in whose books a member is named, and the person who names them. */
export interface MemberContext {
  readonly account: { readonly id: string; readonly ownerId: string }
  readonly userId: string
}

/**
 * Returns a member of the fund's owner whom the person may name in this fund: the owner any of theirs, somebody with a
 * role those of the fund. Throws `notFound` otherwise.
 */
export async function requireFundMember(
  db: Db | Trx,
  { account, userId }: MemberContext,
  memberId: string,
): Promise<OwnMember> {
  const member = await selectFundMember(db, { account, userId }, memberId).executeTakeFirst()
  if (!member) throw new Refusal('notFound')
  return member
}

const selectFundMember = (db: Db | Trx, { account, userId }: MemberContext, memberId: string) =>
  db
    .selectFrom('member')
    .select(['id', 'status', memberNameSql().as('name')])
    .where('id', '=', memberId)
    .where('owner_id', '=', account.ownerId)
    .$if(account.ownerId !== userId, (query) => query.where(isMemberOfFund(sql`${account.id}::uuid`, 'member')))

/** Does the same for a record that will reference the member, as `lockMember` does. */
export async function lockFundMember(
  trx: Trx,
  context: MemberContext,
  memberId: string,
): Promise<OwnMember & { readonly user_id: string | null }> {
  const member = await selectFundMember(trx, context, memberId).select('user_id').forKeyShare().executeTakeFirst()
  if (!member) throw new Refusal('notFound')
  return member
}

/**
 * Does the same for a record that will reference the member: the member cannot be deleted before the record is written,
 * and one that was just deleted is not found.
 */
export async function lockMember(trx: Trx, ownerId: string, memberId: string): Promise<OwnMember> {
  await trx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .execute()
  return requireMember(trx, ownerId, memberId)
}
