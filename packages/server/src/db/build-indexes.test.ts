// Indexes on a table that is written to while they are built.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { buildIndexes, makeIndexes } from './build-indexes.ts'
import { connect } from './connect.ts'

const indexes = [{ name: 'bar_by_day', on: 'bar', definition: '(day) where day > 0' }]

async function openTable() {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 6)
  await connection.pool.query('create table bar (day integer not null); insert into bar values (1)')
  const isValid = async (): Promise<boolean | undefined> => {
    const { rows } = await connection.pool.query<{ is: boolean }>(
      `select indisvalid as is from pg_index where indexrelid = to_regclass('bar_by_day')`,
    )
    return rows[0]?.is
  }
  return {
    ...connection,
    isValid,
    end: async () => {
      await connection.close()
      await database.drop()
    },
  }
}

test('a writer never waits for an index that is being built, and two processes build it once', async ({
  onTestFinished,
}) => {
  const { db, pool, isValid, end } = await openTable()
  onTestFinished(end)
  const writer = await pool.connect()
  await writer.query('begin; insert into bar values (2)')
  const built = Promise.all([buildIndexes(db, indexes), buildIndexes(db, indexes)])
  // The build waits for the open transaction; everybody else goes on.
  await vi.waitFor(async () => expect(await isValid()).toBe(false), { timeout: 20_000, interval: 10 })
  await pool.query(`set lock_timeout = '1s'; insert into bar values (3)`)
  await writer.query('commit')
  writer.release()
  await built
  expect(await isValid()).toBe(true)
  await makeIndexes(db, indexes)
})

test('what a killed build left is built again', async ({ onTestFinished }) => {
  const { db, pool, isValid, end } = await openTable()
  onTestFinished(end)
  const writer = await pool.connect()
  await writer.query('begin; insert into bar values (2)')
  const killed = buildIndexes(db, indexes).catch((error: unknown) => error)
  const builder = await vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where query like 'create index concurrently%' and datname = current_database()
           and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
      return rows[0]!.pid
    },
    { timeout: 20_000, interval: 10 },
  )
  await pool.query('select pg_terminate_backend($1)', [builder])
  expect(await killed).toBeInstanceOf(Error)
  await writer.query('commit')
  writer.release()
  expect(await isValid()).toBe(false)
  await buildIndexes(db, indexes)
  expect(await isValid()).toBe(true)
})

test('a table that does not exist yet is left to its step, which makes the index with it', async ({
  onTestFinished,
}) => {
  const { db, pool, end } = await openTable()
  onTestFinished(end)
  const later = [{ name: 'later_by_day', on: 'later', definition: '(day)' }]
  await buildIndexes(db, later)
  await pool.query('create table later (day integer)')
  await makeIndexes(db, later)
  expect((await sql`select from pg_class where relname = 'later_by_day'`.execute(db)).rows).toHaveLength(1)
})
