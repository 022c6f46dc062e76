// Rows by COPY: every letter that the format gives a meaning to, and what happens when either side fails.
import { Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('more rows than one piece holds arrive, in one statement or in several', async () => {
  const count = await copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
    for (let id = 0; id < 20_000; id++) {
      put({ id, text: 'x'.repeat(50), day: null, amount: id })
      if (id % 100 === 0) await settle()
    }
  })
  expect(count).toBe(20_000)
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

test('an error of the database fails the copy with its code and stores nothing', async () => {
  const twice = copyRows(client, { table: 'copied', columns }, async ({ put, settle }) => {
    for (const text of ['one', 'other']) put({ id: 1, text, day: null, amount: null })
    await settle()
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await copied()).toEqual([])
})
