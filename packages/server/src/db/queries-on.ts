// The query builder on one connection that its caller holds.
import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Trx } from '../kernel/transaction.ts'
import type { Tables } from './tables.ts'

/**
 * Returns a query builder whose statements run on `client`, within the transaction that must be open there; it neither
 * begins nor ends one.
 */
export function queriesOn(client: PoolClient): Trx {
  const held = { query: client.query.bind(client), release: () => undefined }
  const queries = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: () => Promise.resolve(held), end: () => Promise.resolve() } }),
  })
  // For its users it behaves like a transaction of the query builder itself.
  return queries as Trx
}
