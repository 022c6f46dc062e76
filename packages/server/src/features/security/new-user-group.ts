// The group that self-registered users join: a setting, Investors unless an administrator's command changed it.
import { administrationKeys } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'

const settingName = 'security.new-user-group'
const fallbackNameKey = 'INVESTORS'

/** Returns the name key of the group, e.g. INVESTORS. */
export async function readNewUserGroup(db: Db | Trx): Promise<string> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : fallbackNameKey
}

/** Sets the group and resolves to a sentence about the outcome; strangers never join a group that administers. */
export async function writeNewUserGroup(
  db: Db,
  clock: Clock,
  nameKey: string,
): Promise<{ readonly isDone: boolean; readonly message: string }> {
  const group = await db
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('name_key', '=', nameKey)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!group) return { isDone: false, message: `There is no active group with the name key ${nameKey}.` }
  const administering = await db
    .selectFrom('group_permission as gp')
    .innerJoin('permission as p', 'p.id', 'gp.permission_id')
    .select('p.name_key')
    .where('gp.group_id', '=', group.id)
    .where('p.name_key', 'in', administrationKeys)
    .executeTakeFirst()
  if (administering)
    return {
      isDone: false,
      message:
        `${group.name} has ${administering.name_key}. People who register must not become administrators. ` +
        'Choose a group without it.',
    }
  const values = { value: JSON.stringify(nameKey), updated_at: new Date(clock.nowMs()) }
  await db
    .insertInto('setting')
    .values({ name: settingName, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
  return { isDone: true, message: `People who register join ${group.name}.` }
}
