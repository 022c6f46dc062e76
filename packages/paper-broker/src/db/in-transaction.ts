// Runs one effect in one database transaction and repeats the whole of it when PostgreSQL asks for that.

import type { Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

export type DatabaseTransaction = Transaction<Tables>

/** Serialization failure and deadlock: nothing was written, and trying again is the documented answer. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_TRIES = 5

/**
 * Commits what `effect` does, or nothing. The effect may run more than once and must touch nothing but the database. Inside
 * of a transaction it becomes a part of that one.
 */
export async function inTransaction<T>(database: Database, effect: (transaction: DatabaseTransaction) => Promise<T>): Promise<T> {
  if (database.isTransaction) return effect(database as DatabaseTransaction)
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
