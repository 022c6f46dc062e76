// The database of a running product, for what a journey cannot bring about by hand: very many rows, a table that
// somebody has locked.
import { connect, type Connection } from '../../packages/server/src/db/connect.ts'
import { findRunningUrl } from '../../packages/server/src/db/embedded/running-url.ts'
import type { Product } from './product.ts'

/** Opens connections in addition to the product's own. Close them before the product stops. */
export async function databaseOf({ dataDirectory, databaseUrl }: Product): Promise<Connection> {
  const url = databaseUrl ?? (await findRunningUrl(dataDirectory, 'clubfolio'))
  if (url === undefined) throw new Error(`No database runs on ${dataDirectory}.`)
  return connect(url, () => undefined, 3)
}
