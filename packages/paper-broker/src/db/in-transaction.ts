// Runs an effect in one database transaction and retries all of it when PostgreSQL requires that.

import type { Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

export type DatabaseTransaction = Transaction<Tables>

const isDatabaseTransaction = (database: Database): database is DatabaseTransaction => database.isTransaction

/** Serialization failure and deadlock: nothing was written, and PostgreSQL documents a retry as the answer. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_TRIES = 5

/**
 * Commits everything `effect` does, or nothing. The effect may run more than once and must touch nothing but the
 * database. Called inside a transaction, it joins that transaction.
 */
export async function inTransaction<T>(
  database: Database,
  effect: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  if (isDatabaseTransaction(database)) return effect(database)
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction().execute(effect)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!RETRYABLE.has(code) || tries >= MAX_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}
