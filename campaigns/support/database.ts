// Reads the rows of a product over the database's own socket, bypassing the product: what is stored, not what the
// product reports.
import { Client } from 'pg'
import { findRunningUrl } from '../../packages/server/src/db/embedded/running-url.ts'

/** Runs one statement against the database of a data folder that is being served. */
export async function readRows<Row extends object>(
  dataDirectory: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const url = await findRunningUrl(dataDirectory, 'clubfolio')
  if (url === undefined) throw new Error(`No database runs on ${dataDirectory}.`)
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
