// One transaction per effect. SERIALIZABLE is not needed because rows are locked, but a deadlock or serialisation
// failure reruns the whole transaction, so a use case must do nothing outside the database inside it.
import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isOutdatedStatement } from '../db/statement-names.ts'
import type { Tables } from '../db/tables.ts'

export type Trx = Transaction<Tables>

/** Whether these queries run inside a transaction. */
export const isTrx = (db: Db): db is Trx => db.isTransaction

const attemptLimit = 5
const repeatable = new Set(['40001', '40P01'])

/** Runs `work` in a transaction; reruns it as a whole on 40001 and 40P01, at most five attempts. */
export async function inTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= attemptLimit || !isRepeatable(error)) throw error
    }
  }
}

/** Rolls back only itself when `work` fails; the surrounding transaction continues. Throws what `work` throws. */
export async function inSavepoint<Result>(trx: Trx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint one_of_many`.execute(trx)
  try {
    const result = await work()
    await sql`release savepoint one_of_many`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_of_many`.execute(trx)
    throw error
  }
}

/** Returns whether the whole transaction has to run again. */
export function isRepeatable(error: unknown): boolean {
  if (isOutdatedStatement(error)) return true
  return typeof error === 'object' && error !== null && 'code' in error && repeatable.has(String(error.code))
}
