import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.ts'

const made: TestDatabase[] = []

afterAll(async () => {
  for (const database of made) await database.drop()
})

async function query<Row extends object>(database: TestDatabase, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('databases asked for at the same moment are migrated and do not see each other', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  made.push(one, other)
  await query(one, 'create table only_here (id int)')
  const find = "select 1 from information_schema.tables where table_name = 'only_here'"
  expect(await query(one, find)).toHaveLength(1)
  expect(await query(other, find)).toHaveLength(0)
  expect(
    await query(other, "select 1 from information_schema.tables where table_name = 'kysely_migration'"),
  ).toHaveLength(1)
})

test('an empty database holds no table', async () => {
  const database = await createEmptyDatabase()
  made.push(database)
  expect(await query(database, "select 1 from information_schema.tables where table_schema = 'public'")).toHaveLength(0)
})

test('the server under test keeps what it acknowledges, as the application demands', async () => {
  const database = await createTestDatabase()
  made.push(database)
  expect(await query(database, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(database, 'show full_page_writes')).toEqual([{ full_page_writes: 'on' }])
})

test('a dropped database is gone even when a connection is still open', async () => {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  await database.drop()
  await expect(query(database, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  await client.end()
})
