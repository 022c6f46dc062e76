// A PostgreSQL for one benchmark with the product's durability settings, removed when the benchmark ends.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Connection } from '../../packages/server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'

export interface BenchDatabase extends Connection {
  readonly url: string
  /** Opens a second, empty database of the same server; close it first. */
  openBeside(): Promise<Connection>
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
  const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
  const connection = connect(server.url, () => undefined)
  await migrate(connection.db)
  return {
    ...connection,
    url: server.url,
    async openBeside() {
      await connection.pool.query('create database beside')
      const url = new URL(server.url)
      url.pathname = '/beside'
      const beside = connect(url.href, () => undefined)
      await migrate(beside.db)
      return beside
    },
    async close() {
      await connection.close()
      await server.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
