// Aborted work: in the middle of a statement, inside a transaction, and before it starts.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '../kernel/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { abortableDb } from './abortable-db.ts'
import { connect, type Connection } from './connect.ts'

let database: TestDatabase
let own: Connection
let beside: Connection

beforeAll(async () => {
  database = await createTestDatabase()
  own = connect(database.url, () => undefined, 3)
  beside = connect(database.url, () => undefined, 1)
})
afterAll(async () => {
  await own.close()
  await beside.close()
  await database.drop()
})

const gone = new Error('Nobody wants it any more.')
/** Number of running statements of the pool under test. */
const active = async (): Promise<number> => {
  const { rows } = await beside.pool.query<{ count: bigint }>(
    "select count(*) as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'",
  )
  return Number(rows[0]!.count)
}

test('a statement that waits for a lock ends at once, says why, and its connection is not used again', async () => {
  const lock = await beside.pool.connect()
  try {
    await lock.query('begin; lock table task in access exclusive mode')
    const wanted = new AbortController()
    const reading = abortableDb(own.pool, wanted.signal).selectFrom('task').select('id').execute()
    // Databases of other tests are in the same cluster and have locks of their own.
    const isActive = async () =>
      (
        await lock.query<{ count: bigint }>(`select count(*) as count from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`)
      ).rows[0]!.count
    await vi.waitFor(async () => expect(await isActive()).toBe(1n))
    wanted.abort(gone)
    await expect(reading).rejects.toBe(gone)
    expect(await isActive()).toBe(0n)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  await vi.waitFor(() => expect(own.pool.totalCount).toBe(own.pool.idleCount))
})

test('a transaction is undone, and later statements are refused', async () => {
  const wanted = new AbortController()
  const db = abortableDb(own.pool, wanted.signal)
  const work = inTransaction(db, async (trx) => {
    await sql`create table half_done (id int)`.execute(trx)
    wanted.abort(gone)
    await sql`insert into half_done values (1)`.execute(trx)
  })
  await expect(work).rejects.toBe(gone)
  await expect(sql`select 1`.execute(db)).rejects.toBe(gone)
  await vi.waitFor(async () => expect(await active()).toBe(0))
  expect(
    (await sql<{ name: string | null }>`select to_regclass('half_done')::text as name`.execute(own.db)).rows,
  ).toEqual([{ name: null }])
})

test('what nobody gives up reads as ever, and its faults stay its own', async () => {
  const db = abortableDb(own.pool, new AbortController().signal)
  expect((await sql<{ sum: number }>`select 1 + 1 as sum`.execute(db)).rows).toEqual([{ sum: 2 }])
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
  await vi.waitFor(() => expect(own.pool.totalCount).toBe(own.pool.idleCount))
})
