// Creates and changes members. A linked user must exist; the owner chose it from their own search.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import type { Updateable } from 'kysely'
import type { FundTables } from '../../../db/tables/fund-tables.ts'
import { toColumns, type ColumnNames } from '../../../db/to-columns.ts'
import type { Services } from '../../../services.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { endOpenInvitation } from './end-open-invitation.ts'

export type MemberFields = BodyOf<'member', 'create'>
export type MemberChange = BodyOf<'member', 'update'>
type MemberStatusChange = BodyOf<'member', 'toggleStatus'>

const memberColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  userId: 'user_id',
  status: 'status',
} as const satisfies ColumnNames<Omit<MemberChange, 'id'>, 'member'>

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
      ...toColumns({ ...fields, email: fields.email ?? '', userId: fields.userId ?? null }, memberColumns),
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

/**
 * Changes a member of the session user. Absent fields stay as they are; null or "" clears the e-mail address, null the
 * linked user. Throws `notFound` for anybody else's.
 */
export async function updateMember(
  services: Services,
  trx: Trx,
  session: Session,
  { id, ...fields }: MemberChange,
): Promise<void> {
  const { clock } = services
  await requireLinkableUser(trx, fields.userId, id)
  const email = fields.email === null ? '' : fields.email
  await endUnfit(services, trx, session, { id, email, userId: fields.userId })
  await change(trx, session, id, {
    ...toColumns({ ...fields, email }, memberColumns),
    updated_at: new Date(clock.nowMs()),
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'member.update',
    objectType: 'member',
    objectId: id,
    after: { status: fields.status },
  })
}

interface InvitedPerson {
  readonly id: string
  readonly email: string | undefined
  readonly userId: string | null | undefined
}

/** The link went to an address that is wrong now, or offers a place that is taken now: it ends. */
async function endUnfit(
  services: Services,
  trx: Trx,
  session: Session,
  { id, email, userId }: InvitedPerson,
): Promise<void> {
  const before = await trx
    .selectFrom('member')
    .select('email')
    .where('id', '=', id)
    .where('owner_id', '=', session.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('notFound')
  if (userId || (email !== undefined && email !== before.email)) await endOpenInvitation(services, trx, id)
}

export async function setMemberStatus(
  { clock }: Services,
  trx: Trx,
  session: Session,
  { id, status }: MemberStatusChange,
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

async function change(
  trx: Trx,
  session: Session,
  id: string,
  columns: Updateable<FundTables['member']>,
): Promise<void> {
  const changed = await trx
    .updateTable('member')
    .set(columns)
    .where('id', '=', id)
    .where('owner_id', '=', session.userId)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Refusal('notFound')
}

/**
 * Throws `notFound` for a user who has not confirmed the registration or is disabled, unless `memberId` is linked to
 * them already: the other fields of that member can still be changed.
 */
async function requireLinkableUser(trx: Trx, userId: string | null | undefined, memberId?: string): Promise<void> {
  if (!userId) return
  const user = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'ACTIVE'),
        ...(memberId === undefined
          ? []
          : [eb.exists(eb.selectFrom('member').select('id').where('id', '=', memberId).where('user_id', '=', userId))]),
      ]),
    )
    .executeTakeFirst()
  if (!user) throw new Refusal('notFound')
}
