// A database for tests of imports, on Wednesday 2026-03-04 at 10:00 in New York.
import { connect, type Connection } from '../db/connect.ts'
import type { ImportServices } from '../features/market/import/import-order.ts'
import { ManualClock } from '../kernel/clock.ts'
import { createLog } from '../kernel/log.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface ImportMarket {
  readonly database: TestDatabase
  readonly connection: Connection
  readonly services: ImportServices
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  readonly close: () => Promise<void>
}

export async function openImportMarket(): Promise<ImportMarket> {
  const database = await createTestDatabase()
  const connection = connect(database.url, () => undefined)
  return {
    database,
    connection,
    services: {
      db: connection.db,
      pool: connection.pool,
      clock: new ManualClock(Date.parse('2026-03-04T15:00:00Z')),
      log: createLog('silent'),
    },
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await connection.pool.query<Row>(text, values)).rows,
    async close() {
      await connection.close()
      await database.drop()
    },
  }
}
