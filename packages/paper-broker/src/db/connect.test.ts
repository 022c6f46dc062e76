// A connection that breaks while checked out: the next statement fails, the process and the pool survive.

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import { connect } from './connect.ts'

it('fails the transaction alone whose connection the server ends between two statements', async () => {
  const own = await createBrokerDatabase()
  const database = connect(own.url, () => undefined, 2)
  try {
    const broken = database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`.execute(database)
      await sql`select 1`.execute(transaction)
    })
    await expect(broken).rejects.toThrow(/connection|terminat/i)
    expect((await sql<{ one: number }>`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  } finally {
    await database.destroy()
    await own.drop()
  }
})
