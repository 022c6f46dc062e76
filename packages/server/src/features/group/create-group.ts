// Creates a group. It grants nothing until permissions are switched on.
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../kernel/id.ts'
import { auditChange, type Change } from '../rights/change.ts'
import { lockRights } from '../rights/lock-rights.ts'
import { groupColumns, requireFreeNameKey, type GroupFields } from './store.ts'

/** Inserts the group and returns its id. */
export async function createGroup(change: Change, fields: GroupFields): Promise<string> {
  const {
    trx,
    session,
    services: { clock },
  } = change
  await lockRights(trx, session, ['CG'])
  await requireFreeNameKey(trx, fields.nameKey)
  const id = newId(clock)
  await trx
    .insertInto('user_group')
    .values({ id, ...toColumns(fields, groupColumns), created_at: new Date(clock.nowMs()) })
    .execute()
  await auditChange(change, {
    action: 'group.create',
    objectType: 'group',
    objectId: id,
    after: fields,
  })
  return id
}
