// Counts rate-limited events, each counter in its own row, so that any number of processes share it.
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import type { Trx } from './transaction.ts'

export interface CountWithinOptions {
  readonly scope: string
  readonly windowMs: number
  readonly by?: number | undefined
}

/**
 * Counts one more (or `by`) under `scope` and returns how many there are since the window began; a window begins with
 * its first count and lasts `windowMs`. Third code to a number within an hour: `countWithin(db, clock, 'codes
 * +1212...', hour)` is 3.
 */
export async function countWithin(db: Db | Trx, clock: Clock, options: CountWithinOptions): Promise<number> {
  return (await countInWindow(db, clock, options)).count
}

export interface WindowCount {
  readonly count: number
  /** Until the window ends and counting starts over. */
  readonly leftMs: number
}

/** Counts like `countWithin`, and also returns how long the window still lasts. */
export async function countInWindow(
  db: Db | Trx,
  clock: Clock,
  { scope, windowMs, by = 1 }: CountWithinOptions,
): Promise<WindowCount> {
  const now = new Date(clock.nowMs())
  const windowStart = new Date(now.getTime() - windowMs)
  const counted = await sql<{ count: number; window_start: Date }>`
    insert into rate_counter as c (scope, window_start, count) values (${scope}, ${now}, ${by})
    on conflict (scope) do update set
      window_start = case when c.window_start <= ${windowStart} then excluded.window_start else c.window_start end,
      count = case when c.window_start <= ${windowStart} then excluded.count else c.count + excluded.count end
    returning count, window_start
  `.execute(db)
  const { count, window_start: start } = counted.rows[0]!
  return { count, leftMs: start.getTime() + windowMs - now.getTime() }
}
