// Creates a group. It grants nothing until permissions are switched on.
import { newId } from '../../kernel/id.ts'
import { auditChange, type Change } from '../rights/change.ts'
import { lockRights } from '../rights/lock-rights.ts'
import { requireFreeNameKey, type GroupFields } from './store.ts'

/** Inserts the group and returns its id. */
export async function createGroup(
  change: Change,
  { name, nameKey, systemGroup, status }: GroupFields,
): Promise<string> {
  const {
    trx,
    session,
    services: { clock },
  } = change
  await lockRights(trx, session, ['CG'])
  await requireFreeNameKey(trx, nameKey)
  const id = newId(clock)
  await trx
    .insertInto('user_group')
    .values({ id, name, name_key: nameKey, system_group: systemGroup, status, created_at: new Date(clock.nowMs()) })
    .execute()
  await auditChange(change, {
    action: 'group.create',
    objectType: 'group',
    objectId: id,
    after: { name, nameKey, systemGroup, status },
  })
  return id
}
