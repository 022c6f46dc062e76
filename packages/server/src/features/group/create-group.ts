// Creates a group. It grants nothing until permissions are switched on, and requires nothing of its members.
import type { BodyOf } from '@clubfolio/contract'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../kernel/id.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import { auditChange, type ChangeContext } from '../rights/change.ts'
import { lockRights } from '../rights/lock-rights.ts'
import { groupColumnNames, type GroupFields } from './store.ts'

/** Inserts the group and returns its id. */
export async function createGroup(change: ChangeContext, given: BodyOf<'group', 'create'>): Promise<string> {
  const fields: GroupFields = { ...given, requiresStrongFactor: false }
  const {
    trx,
    session,
    services: { clock },
  } = change
  await lockRights(trx, session, ['CG'])
  const id = newId(clock)
  const inserted = trx
    .insertInto('user_group')
    .values({ id, ...toColumns(fields, groupColumnNames), created_at: new Date(clock.nowMs()) })
    .execute()
  await refuseTaken(inserted, { nameKey: fields.nameKey })
  await auditChange(change, {
    action: 'group.create',
    objectType: 'group',
    objectId: id,
    after: fields,
  })
  return id
}
