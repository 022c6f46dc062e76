// Deletes old rows in small batches, so that no statement locks many rows.
import type { RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'

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
