// The time at which a finished replay stopped; its accounts keep that instant as their present.
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/**
 * Returns the time at which a replay stopped: where its console ended it; where it was when another market became
 * active, which the server records in `market.replay`; otherwise the time up to which its accounts were last worked.
 * Null for one without accounts.
 */
export async function replayStoodAt(database: Database, replayId: string): Promise<EpochMs | null> {
  const row = await database
    .selectFrom('paper.replay')
    .select('stood_at')
    .where('replay_id', '=', replayId)
    .executeTakeFirst()
  if (row !== undefined && row.stood_at !== null) return toEpochMs(row.stood_at.getTime())
  const { rows: noted } = await sql<{
    stood_at: Date | null
  }>`select stood_at from market.replay where replay_id = ${replayId}`.execute(database)
  const left = noted[0]?.stood_at ?? null
  if (left !== null) return toEpochMs(left.getTime())
  const worked = await database
    .selectFrom('paper.account')
    .select(({ fn }) => fn.max('worked_through').as('at'))
    .where('replay_id', '=', replayId)
    .executeTakeFirst()
  return worked === undefined || worked.at === null ? null : toEpochMs(worked.at.getTime())
}
