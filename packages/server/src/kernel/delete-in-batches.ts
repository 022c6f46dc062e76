// Deletes old rows in small batches, so that no statement locks many rows.
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'

const rowsPerStep = 1_000
/** The remainder is deleted in the next turn. */
const mostSteps = 20

/**
 * Repeats a deletion of at most `left` rows until it finds fewer, and returns how many were deleted. Each batch is its
 * own transaction.
 */
export async function deleteInBatches(
  db: Db,
  deletion: (left: number) => RawBuilder<unknown>,
  step = rowsPerStep,
): Promise<number> {
  let gone = 0
  for (let done = 0; done < mostSteps; done++) {
    // oxlint-disable-next-line no-await-in-loop
    const { numAffectedRows = 0n } = await deletion(step).execute(db)
    gone += Number(numAffectedRows)
    if (numAffectedRows < BigInt(step)) break
  }
  return gone
}

/**
 * Deletes the rows of a table that meet a condition, in batches, and returns how many. Rows that another process is
 * changing are left for the next turn.
 *
 * @example
 *   await deleteWhere(db, 'device', sql`expires_at <= ${now}`)
 */
export const deleteWhere = (
  db: Db,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  step?: number,
): Promise<number> =>
  deleteInBatches(
    db,
    (left) => sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${left} for update skip locked))`,
    step,
  )
