import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { BrokerDatabase } from '../testing/broker-database.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import { connect } from './connect.ts'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'

let own: BrokerDatabase
let databases: Database[]

beforeAll(async () => {
  own = await createBrokerDatabase()
  databases = Array.from({ length: 6 }, () => connect(own.url, () => {}, 2))
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.destroy()))
  await own.drop()
})

describe('the migrations', () => {
  it('run once when six brokerages start at the same moment on an empty database', async () => {
    await Promise.all(databases.map((database) => migrate(database)))
    const { rows } = await sql<{ number: number }>`select number from paper.applied_migration order by number`.execute(
      databases[0] as Database,
    )
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  })

  it('change nothing on the next start', async () => {
    await expect(migrate(databases[0] as Database)).resolves.toBeUndefined()
  })

  it('refuse tables newer than the program with a sentence', async () => {
    const database = databases[0] as Database
    await sql`insert into paper.applied_migration (number, name) values (99, 'from the future')`.execute(database)
    await expect(migrate(database)).rejects.toThrow("The paper brokerage's tables are at step 99")
  })
})
