import { systemGroups } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { ManualClock } from '../kernel/clock.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { connect } from './connect.ts'
import { seedRights } from './seed-rights.ts'

test('rights of a newer version stay when an older process starts beside it, and its own are set right', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  const { db, pool, close } = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  const clock = new ManualClock(Date.parse('2026-03-04T15:00:00Z'))
  const rightsOf = async (group: string): Promise<string[]> => {
    const { rows } = await pool.query<{ key: string }>(
      `select p.name_key as key from group_permission g join permission p on p.id = g.permission_id
       join user_group u on u.id = g.group_id where u.name_key = $1`,
      [group],
    )
    return rows.map(({ key }) => key).toSorted()
  }
  await seedRights(db, clock)
  const { nameKey, keys } = systemGroups.toSorted((one, other) => one.keys.length - other.keys.length)[0]!
  // A right that only the newer version knows, and one of ours that the group must not have.
  await pool.query(
    `insert into permission (id, name_key, name, category, position)
     select gen_random_uuid(), 'OF_TOMORROW', 'Of tomorrow', category, 99 from permission limit 1`,
  )
  await pool.query(
    `insert into group_permission (group_id, permission_id)
     select u.id, p.id from user_group u, permission p where u.name_key = $1 on conflict do nothing`,
    [nameKey],
  )
  await seedRights(db, clock)
  expect(await rightsOf(nameKey)).toEqual([...keys, 'OF_TOMORROW'].toSorted())
})
