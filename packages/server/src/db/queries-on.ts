// The query builder on one connection that its caller holds.
import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PostgresPoolClient,
} from 'kysely'
import type { PoolClient } from 'pg'
import type { Trx } from '../kernel/transaction.ts'
import type { Tables } from './tables.ts'

/** The holder of the connection began its transaction already. */
class OpenTransactionDriver extends PostgresDriver {
  override beginTransaction(): Promise<void> {
    return Promise.resolve()
  }
}

/**
 * Returns a query builder whose statements run on `client`, within the transaction that must be open there; it neither
 * begins nor ends one.
 */
export function queriesOn(client: PoolClient): Promise<Trx> {
  const held: PostgresPoolClient = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: () => Promise.resolve(held), end: () => Promise.resolve() }
  const queries = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OpenTransactionDriver({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return queries.startTransaction().execute()
}
