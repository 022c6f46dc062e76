import { Migrator, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect, type Db } from './connect.ts'
import { migrate, migrations } from './migrate.ts'

const undo: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function emptyDatabase(): Promise<Db> {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 2)
  undo.push(() => connection.close(), () => database.drop())
  return connection.db
}

test('a database made before a step with a lower number came gets that step too', async () => {
  const db = await emptyDatabase()
  const { '0009-chart': later, ...earlier } = migrations
  expect(later).toBeDefined()
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(earlier) } }).migrateToLatest()
  expect(error).toBeUndefined()
  expect(await migrate(db)).toEqual(['0009-chart'])
  expect(await migrate(db)).toEqual([])
})

test('tables of a newer version are left alone, with a sentence that says what to do', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9000-of-tomorrow', now()::text)`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'These data were last used by a newer version of Clubfolio (its step 9000-of-tomorrow is not known to this one). Start that version again, or restore the backup that was taken before it was put in place.',
  )
})
