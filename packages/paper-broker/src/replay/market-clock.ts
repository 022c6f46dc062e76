// Reads and writes the single row of the market clock for the console's replay. The server reads the same row; a paused
// replay has a wall time so far ahead that no time passes. Source: docs/rules/paper-brokerage.md, "Two clocks".
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'

/** A wall time from here on means that market time is paused. */
const STANDS_MS = Date.parse('9000-01-01T00:00:00Z')
const STANDING = new Date('9999-12-31T00:00:00Z')

export interface ReplayClock {
  readonly source: string
  readonly mode: string
  readonly marketMs: EpochMs
  readonly speed: number
  readonly isStanding: boolean
}

/** Returns the current clock, or null where the server has not defined it. */
export async function readReplayClock(database: Database, wallMs: number): Promise<ReplayClock | null> {
  const found = await sql<{ exists: boolean }>`select to_regclass('market.clock') is not null as exists`.execute(
    database,
  )
  if (found.rows[0]?.exists !== true) return null
  const read = await sql<{ source: string; mode: string; market_time: Date; wall_time: Date; speed: number }>`
    select source, mode, market_time, wall_time, speed::float8 as speed from market.clock limit 1 for update`.execute(
    database,
  )
  const row = read.rows[0]
  if (row === undefined) return null
  const passedMs = row.mode === 'replay' ? Math.max(0, wallMs - row.wall_time.getTime()) * row.speed : 0
  return {
    source: row.source,
    mode: row.mode,
    marketMs: toEpochMs(Math.floor(row.market_time.getTime() + passedMs)),
    speed: row.speed,
    isStanding: row.wall_time.getTime() >= STANDS_MS,
  }
}

/** Sets the replay to an instant, running since `wallMs`, or paused when it is null. */
export async function setReplay(
  transaction: DatabaseTransaction,
  marketMs: EpochMs,
  speed: number,
  wallMs: number | null,
): Promise<void> {
  const wall = wallMs === null ? STANDING : new Date(wallMs)
  await sql`update market.clock set mode = 'replay', market_time = ${new Date(marketMs)}, wall_time = ${wall},
    speed = ${speed}`.execute(transaction)
}

/** Closes the recorded market at its last close. */
export async function setClosed(transaction: DatabaseTransaction, marketMs: EpochMs, wallMs: number): Promise<void> {
  await sql`update market.clock set mode = 'closed', market_time = ${new Date(marketMs)},
    wall_time = ${new Date(wallMs)}, speed = 1`.execute(transaction)
}
