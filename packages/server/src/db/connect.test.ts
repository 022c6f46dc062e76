// A connection that breaks in the hands of its user: the user's next statement fails, the process and the pool live on.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect } from './connect.ts'

test('a server that ends a connection between two statements of a transaction fails the transaction alone', async ({ onTestFinished }) => {
  const database = await createEmptyDatabase()
  const connection = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  const client = await connection.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Nobody listens here, as nobody does between two statements: an error without a listener ends a process.
  const isOver = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(connection.db)
  await isOver
  await expect(client.query('select 1')).rejects.toThrow(/connection|terminated/i)
  client.release()
  expect((await connection.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})
