// Creates and changes members. A linked user must exist; the owner chose it from their own search.
import { Refusal } from '@clubfolio/contract'
import type { Services } from '../../../services.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'

export interface MemberFields {
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | null | undefined
  readonly phone: string
  readonly userId?: string | null | undefined
}

type Status = 'ACTIVATED' | 'INACTIVATED'

/** Inserts an active member of the session user and returns its id. */
export async function createMember(
  { clock }: Services,
  trx: Trx,
  session: Session,
  fields: MemberFields,
): Promise<string> {
  await requireLinkableUser(trx, fields.userId)
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('member')
    .values({
      id,
      owner_id: session.userId,
      ...toColumns(fields),
      status: 'ACTIVATED',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'member.create',
    objectType: 'member',
    objectId: id,
    after: { status: 'ACTIVATED' },
  })
  return id
}

export interface UpdateMemberOptions {
  readonly session: Session
  readonly id: string
  readonly fields: MemberFields
  readonly status?: Status | undefined
}

/** Changes a member of the session user. Throws `notFound` for anybody else's. */
export async function updateMember(
  { clock }: Services,
  trx: Trx,
  { session, id, fields, status }: UpdateMemberOptions,
): Promise<void> {
  await requireLinkableUser(trx, fields.userId)
  await change(trx, session, id, {
    ...toColumns(fields),
    ...(status ? { status } : {}),
    updated_at: new Date(clock.nowMs()),
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'member.update',
    objectType: 'member',
    objectId: id,
    after: { status },
  })
}

export interface SetMemberStatusOptions {
  readonly session: Session
  readonly id: string
  readonly status: Status
}

export async function setMemberStatus(
  { clock }: Services,
  trx: Trx,
  { session, id, status }: SetMemberStatusOptions,
): Promise<void> {
  await change(trx, session, id, { status, updated_at: new Date(clock.nowMs()) })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'member.status',
    objectType: 'member',
    objectId: id,
    after: { status },
  })
}

interface MemberColumns {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly phone?: string
  readonly user_id?: string | null
  readonly status?: Status
  readonly updated_at: Date
}

async function change(trx: Trx, session: Session, id: string, columns: MemberColumns): Promise<void> {
  const changed = await trx
    .updateTable('member')
    .set(columns)
    .where('id', '=', id)
    .where('owner_id', '=', session.userId)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Refusal('notFound')
}

const toColumns = (fields: MemberFields) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  email: fields.email ?? '',
  phone: fields.phone,
  user_id: fields.userId ?? null,
})

async function requireLinkableUser(trx: Trx, userId: string | null | undefined): Promise<void> {
  if (!userId) return
  const user = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('status', '!=', 'INACTIVE')
    .executeTakeFirst()
  if (!user) throw new Refusal('notFound')
}
