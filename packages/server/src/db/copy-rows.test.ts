// Rows by COPY: every letter that the format gives a meaning to, and what happens when either side fails.
import { Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { columnsAsDeclared, copyRows } from './copy-rows.ts'

const columns = { id: 'integer', text: 'text', day: 'date', amount: 'numeric' } as const

let database: TestDatabase
let pool: Pool
let client: PoolClient
beforeAll(async () => {
  database = await createEmptyDatabase()
  pool = new Pool({ connectionString: database.url })
  client = await pool.connect()
  await client.query(`create table copied (${columnsAsDeclared(columns)}, unique (id))`)
})
afterAll(async () => {
  client.release()
  await pool.end()
  await database.drop()
})
beforeEach(() => client.query('delete from copied'))

const copied = async () =>
  (await client.query('select id, text, day::text, amount::text from copied order by id')).rows as unknown[]

test('text arrives letter by letter, whatever it means to COPY; an absent value is null, an empty text is not', async () => {
  const texts = ['', 'a\tb', 'a\nb', 'a\rb', 'a\\b', '\\N', '\\.', '\\t', 'Zoë', '\\\n', null]
  const count = await copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
    for (const [id, text] of texts.entries()) put({ id, text, day: '2026-03-04', amount: '0.10' })
    await settle()
  })
  expect(count).toBe(texts.length)
  expect(await copied()).toEqual(texts.map((text, id) => ({ id, text, day: '2026-03-04', amount: '0.10' })))
})

test.each([1_000_000, 7_000])('more rows than one piece holds arrive, %i in a statement', async (rowsPerCopy) => {
  const count = await copyRows(client, { table: 'copied', columns, rowsPerCopy }, async ({ put, settle }) => {
    for (let id = 0; id < 20_000; id++) {
      put({ id, text: 'x'.repeat(50), day: null, amount: id })
      if (id % 100 === 0) await settle()
    }
  })
  expect(count).toBe(20_000)
  const copies = (await client.query('select count(distinct xmin::text)::int as copies from copied')).rows as unknown[]
  expect(copies).toEqual([{ copies: rowsPerCopy > 20_000 ? 1 : 3 }])
  expect((await client.query('select count(*)::int as count, sum(amount)::int as sum from copied')).rows).toEqual([
    { count: 20_000, sum: (20_000 * 19_999) / 2 },
  ])
})

test('an error of the caller fails the copy with that error, stores nothing and leaves the connection usable', async () => {
  const failing = copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
    put({ id: 1, text: 'x'.repeat(100_000), day: null, amount: null })
    await settle()
    throw new Error('the file ended in the middle')
  })
  await expect(failing).rejects.toThrow('the file ended in the middle')
  expect(await copied()).toEqual([])
})

test('a row that the table swallows fails the copy', async () => {
  await client.query(`
    create function swallow() returns trigger language plpgsql as $body$ begin return null; end $body$;
    create trigger swallow before insert on copied for each row when (new.id = 1) execute function swallow()
  `)
  try {
    const swallowing = copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
      for (const id of [1, 2]) put({ id, text: 'x', day: null, amount: null })
      await settle()
    })
    await expect(swallowing).rejects.toThrow('2 rows were copied to copied, 1 arrived')
  } finally {
    await client.query('drop function swallow cascade')
  }
})

test('an error of the database fails the copy with its code and stores nothing', async () => {
  const twice = copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
    for (const text of ['one', 'other']) put({ id: 1, text, day: null, amount: null })
    await settle()
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await copied()).toEqual([])
})

test.each(['puts more rows', 'ends'])(
  'an error of the database that comes while the caller waits for something else fails the copy when it %s',
  async (then) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const isCopying = async () =>
      (await pool.query("select from pg_stat_activity where pid = $1 and state = 'active'", [rows[0]!.pid])).rowCount
    const failing = copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
      for (const text of ['one', 'other']) put({ id: 1, text: text.repeat(50_000), day: null, amount: null })
      await settle()
      await vi.waitUntil(async () => (await isCopying()) === 0, { timeout: 10_000, interval: 10 })
      if (then === 'ends') return
      put({ id: 2, text: 'x'.repeat(100_000), day: null, amount: null })
      await settle()
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await copied()).toEqual([])
  },
)

test('a database that takes nothing makes the caller wait', async () => {
  const [holder, watcher] = [await pool.connect(), await pool.connect()]
  try {
    await holder.query('begin; lock table copied in share mode')
    let settled = 0
    const pieces = 500
    const copying = copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
      for (; settled < pieces; settled++) {
        put({ id: settled, text: 'x'.repeat(100_000), day: null, amount: null })
        await settle()
      }
    })
    const waiting = "select from pg_locks where relation = 'copied'::regclass and not granted"
    await vi.waitUntil(async () => (await watcher.query(waiting)).rowCount === 1, { timeout: 10_000, interval: 10 })
    expect(settled).toBeLessThan(pieces)
    await holder.query('rollback')
    expect(await copying).toBe(pieces)
  } finally {
    holder.release(true)
    watcher.release()
  }
})
