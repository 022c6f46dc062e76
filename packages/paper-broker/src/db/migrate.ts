// Migrates the schema `paper` to the newest step, forward only. Safe when several brokerages start at once: each step's
// transaction writes its row in `applied_migration` before anything else, so a second starter waits for it and then
// skips the step.

import { sql } from 'kysely'
import type { Database } from './connect.ts'
import type { Migration } from './migration.ts'
import { logins } from './migrations/0001-logins.ts'
import { books } from './migrations/0002-books.ts'
import { access } from './migrations/0003-access.ts'
import { shareActions } from './migrations/0004-share-actions.ts'
import { orders } from './migrations/0005-orders.ts'
import { replays } from './migrations/0006-replays.ts'
import { optionsAndLatency } from './migrations/0007-options-and-latency.ts'
import { yahooSource } from './migrations/0008-yahoo-source.ts'
import { alpacaSource } from './migrations/0013-alpaca-source.ts'
import { goodTill } from './migrations/0014-good-till.ts'
import { severalLegs } from './migrations/0009-several-legs.ts'
import { marketEdition } from './migrations/0010-market-edition.ts'
import { alpacaAccess } from './migrations/0011-alpaca-access.ts'
import { clientOrderIds } from './migrations/0012-client-order-ids.ts'

const MIGRATIONS: readonly Migration[] = [
  logins,
  books,
  access,
  shareActions,
  orders,
  replays,
  optionsAndLatency,
  yahooSource,
  severalLegs,
  marketEdition,
  alpacaAccess,
  clientOrderIds,
  alpacaSource,
  goodTill,
]

/** `CREATE ... IF NOT EXISTS` still collides when two sessions run it at the same moment; the loser retries. */
const COLLISIONS = new Set(['23505', '42P06', '42P07', '42710'])
const MAX_COLLISIONS = 20

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

async function prepare(database: Database): Promise<void> {
  for (let collisions = 0; ; collisions += 1) {
    try {
      await sql`create schema if not exists paper`.execute(database)
      await sql`
        create table if not exists paper.applied_migration (
          number integer primary key,
          name text not null,
          applied_at timestamptz not null default now()
        )`.execute(database)
      return
    } catch (error) {
      if (!COLLISIONS.has(codeOf(error)) || collisions >= MAX_COLLISIONS) throw error
    }
  }
}

async function refuseNewerTables(database: Database): Promise<void> {
  const newest = await sql<{
    number: number | null
  }>`select max(number) as number from paper.applied_migration`.execute(database)
  const found = newest.rows[0]?.number ?? 0
  if (found > MIGRATIONS.length) {
    throw new Error(
      `The paper brokerage's tables are at step ${found}, but this program only knows steps up to ` +
        `${MIGRATIONS.length}. ` +
        'Start the newer program, or restore a backup made before it ran.',
    )
  }
}

/** Number of the last step this program knows. */
export const newestStep = MIGRATIONS.length

/** Runs every pending step up to `upTo`; throws with a sentence when the tables are newer than this program. */
export async function migrate(database: Database, upTo = newestStep): Promise<void> {
  await prepare(database)
  await refuseNewerTables(database)
  for (const step of MIGRATIONS.slice(0, upTo)) {
    await database.transaction().execute(async (transaction) => {
      const claimed = await sql`
        insert into paper.applied_migration (number, name) values (${step.number}, ${step.name})
        on conflict (number) do nothing`.execute(transaction)
      if (claimed.numAffectedRows === 1n) await sql.raw(step.sql).execute(transaction)
    })
  }
}
