// Keeps the 22 permissions and the three system groups in the database in step with the contract; safe to run at every
// start.
import { permissions, systemGroups } from '@clubfolio/contract'
import { newId } from '../kernel/id.ts'
import type { Clock } from '../kernel/clock.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { Db } from './connect.ts'

export async function seedRights(db: Db, clock: Clock): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const [position, { nameKey, name, category }] of permissions.entries()) {
      await trx
        .insertInto('permission')
        .values({ id: newId(clock), name_key: nameKey, name, category, position })
        .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ name, category, position }))
        .execute()
    }
    for (const { nameKey, name, keys } of systemGroups) {
      const group = await trx
        .insertInto('user_group')
        .values({
          id: newId(clock),
          name,
          name_key: nameKey,
          system_group: true,
          status: 'ACTIVE',
          created_at: new Date(clock.nowMs()),
        })
        .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ system_group: true, status: 'ACTIVE' }))
        .returning('id')
        .executeTakeFirstOrThrow()
      // Rights of a newer version, which may run beside this one, stay.
      const others = permissions.map(({ nameKey }) => nameKey).filter((nameKey) => !keys.includes(nameKey))
      if (others.length > 0)
        await trx
          .deleteFrom('group_permission')
          .where('group_id', '=', group.id)
          .where('permission_id', 'in', (eb) =>
            eb.selectFrom('permission').select('id').where('name_key', 'in', others),
          )
          .execute()
      await trx
        .insertInto('group_permission')
        .columns(['group_id', 'permission_id'])
        .expression((eb) =>
          eb
            .selectFrom('permission')
            .select((select) => [select.val(group.id).as('group_id'), 'id'])
            .where('name_key', 'in', [...keys]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}
