// A connection that breaks while checked out: its next statement fails, the process and the pool survive.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { inTransaction } from '../kernel/transaction.ts'
import { connect, type Db } from './connect.ts'

test('a server that ends a connection between two statements of a transaction fails the transaction alone', async ({
  onTestFinished,
}) => {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  const client = await connection.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Deliberately without an error listener, as between two statements: an unhandled error event would end the process.
  const isOver = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(connection.db)
  await isOver
  await expect(client.query('select 1')).rejects.toThrow(/connection|terminated/i)
  client.release()
  expect((await connection.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a transaction whose process is paused lets go of its rows, and the others go on', async ({ onTestFinished }) => {
  const database = await createEmptyDatabase()
  const still = connect(database.url, () => undefined, 1, { stillMs: 300 })
  const others = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await others.close()
    await still.close()
    await database.drop()
  })
  await others.pool.query('create table fund (id integer primary key, value integer); insert into fund values (1, 100)')
  const holder = await still.pool.connect()
  await holder.query('begin; update fund set value = 0 where id = 1')
  // Waits for the row, as every change of the same fund would.
  await others.pool.query('update fund set value = value + 1 where id = 1')
  expect((await others.pool.query('select value from fund')).rows).toEqual([{ value: 101 }])
  // When it resumes it cannot finish what it had begun.
  await expect(holder.query('commit')).rejects.toThrow(/terminat|connection/i)
  holder.release(true)
})

test('a statement that comes often is prepared, and runs again when a migration has changed its columns', async ({
  onTestFinished,
}) => {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 1)
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  const { db, pool } = connection
  const change = (text: string) => sql.raw(text).execute(db)
  await change('create table thing (id integer, word text)')
  await change(`insert into thing values (1, 'first')`)
  const read = (on: Db) => sql`select * from thing where id = ${1}`.execute(on)
  for (let use = 0; use < 6; use++) expect((await read(db)).rows).toEqual([{ id: 1, word: 'first' }])
  const prepared = "select 1 from pg_prepared_statements where statement like '%from thing%'"
  expect((await pool.query(prepared)).rowCount).toBe(1)

  await change('alter table thing add column more integer default 2')
  expect((await read(db)).rows).toEqual([{ id: 1, word: 'first', more: 2 }])
  await change('alter table thing add column other integer default 3')
  const text = 'select * from thing where id = $1'
  expect((await pool.query<object>(text, [1])).rows).toEqual([{ id: 1, word: 'first', more: 2, other: 3 }])

  await change('alter table thing drop column other')
  let attempts = 0
  const { rows } = await inTransaction(db, (trx) => {
    attempts++
    return read(trx)
  })
  expect([attempts, rows]).toEqual([2, [{ id: 1, word: 'first', more: 2 }]])
})

test('a row that exists is recognised by a partial index that a parameter names, however often', async ({
  onTestFinished,
}) => {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 1)
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  await connection.pool.query(
    "create table thing (id integer, kind text); create unique index on thing (id) where kind = 'once'",
  )
  const text = "insert into thing values (1, 'once') on conflict (id) where kind = $1 do nothing"
  // PostgreSQL tries a plan without the values from the sixth execution of a prepared statement on.
  for (let use = 0; use < 20; use++) await connection.pool.query(text, ['once'])
  expect((await connection.pool.query('select 1 from thing')).rowCount).toBe(1)
})

test('a connection to a server that only reads leaves the pool, and the next one is new', async ({
  onTestFinished,
}) => {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 1)
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
  await sql`create table fund (id integer)`.execute(connection.db)
  const before = (await backend.execute(connection.db)).rows[0]!.pid
  await sql`set default_transaction_read_only = on`.execute(connection.db)
  const refused = await connection.db
    .transaction()
    .execute((trx) => sql`insert into fund values (1)`.execute(trx))
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: '25006' })
  expect((await backend.execute(connection.db)).rows[0]!.pid).not.toBe(before)
  await sql`insert into fund values (1)`.execute(connection.db)
})

test('a new connection that leads to a standby is refused, and the pool works again with the primary', async ({
  onTestFinished,
}) => {
  const database = await createEmptyDatabase()
  const admin = connect(database.url, () => undefined, 1)
  const connection = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await admin.close()
    await connection.close()
    await database.drop()
  })
  // Stands in for PostgreSQL's own function in every connection of this database from now on.
  const name = (await sql<{ name: string }>`select current_database() as name`.execute(admin.db)).rows[0]!.name
  await sql`create function public.pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(admin.db)
  await sql`alter database ${sql.ref(name)} set search_path = public, pg_catalog`.execute(admin.db)
  const refused = await sql`select 1`.execute(connection.db).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'ReadOnlyServer', code: '25006' })
  await sql`drop function public.pg_is_in_recovery()`.execute(admin.db)
  expect((await sql`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
})
