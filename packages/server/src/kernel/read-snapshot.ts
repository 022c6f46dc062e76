// Reads related rows as of one instant, with the version that identifies this instant (decision 0007).
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../db/connect.ts'
import { isTrx, type Trx } from './transaction.ts'

const attemptLimit = 5

export interface Versioned<Version, Rows> {
  readonly version: (trx: Trx) => Promise<Version>
  readonly rows: (trx: Trx) => Promise<Rows>
}

/**
 * Outside a transaction, opens one in which every statement sees the same snapshot. An effect already has a transaction
 * in which each statement sees what was committed before that statement; its rows are accepted when the version is the
 * same before and after them. Throws `busy` when others change the rows during five attempts.
 */
export async function readSnapshot<Version, Rows>(
  db: Db,
  { version, rows }: Versioned<Version, Rows>,
): Promise<{ readonly version: Version; readonly rows: Rows }> {
  if (!isTrx(db)) {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => ({ version: await version(trx), rows: await rows(trx) }))
  }
  let before = await version(db)
  for (let attempt = 0; attempt < attemptLimit; attempt++) {
    const read = await rows(db)
    const after = await version(db)
    if (before === after) return { version: after, rows: read }
    before = after
  }
  throw new Refusal('busy')
}
