// Opens the pool to PostgreSQL and defines how its types are read: int8 as bigint, numeric and date as text.

import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

const OID_INT8 = 20
const OID_DATE = 1082
const OID_NUMERIC = 1700

function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === OID_INT8) return BigInt
  if (oid === OID_DATE || oid === OID_NUMERIC) return (text) => text
  return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text')
}

/**
 * Connects to PostgreSQL 15 or newer. `onIdleError` receives errors of connections that break while idle; without a
 * listener such an error would end the process.
 */
export function connect(databaseUrl: string, onIdleError: (error: Error) => void, maxConnections = 8): Database {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    application_name: 'clubfolio-paper-broker',
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only. A connection that breaks while checked out, between two statements of a
  // transaction, fails the next statement; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
