// How many requests a broker login may still make: a token bucket that refills evenly, kept in a row shared by all
// processes of the installation, because the brokerage counts them together too. It uses the database's own clock, in
// real time: the limit belongs to the outside world and no steered clock moves it. Decision record: limits towards the
// brokerage.
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

export interface RequestAllowance {
  readonly perMinute: number
  /** Waits for a token; returns false immediately when none becomes available within `withinMs`. */
  take(key: string, withinMs: number): Promise<boolean>
  /** Called when the brokerage reports too many requests: no tokens for this long. */
  pause(key: string, forMs: number): Promise<void>
}

/** Returns the part of an allowance that counts under names of its own. */
export function allowanceOf(allowance: RequestAllowance, nameOf: (key: string) => string): RequestAllowance {
  return {
    perMinute: allowance.perMinute,
    take: (key, withinMs) => allowance.take(nameOf(key), withinMs),
    pause: (key, forMs) => allowance.pause(nameOf(key), forMs),
  }
}

export interface AllowanceOptions {
  readonly perMinute: number
  readonly wait?: (ms: number) => Promise<void>
}

export const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * `tokens` is the number left at the instant `at`; below zero they are promised to waiting callers. An `at` in the
 * future is a pause. At 120 a minute the 121st of a burst waits 500 ms, the 122nd 1,000 ms, whichever process they come
 * from.
 */
export function createRequestAllowance(db: Db, { perMinute, wait = waitMs }: AllowanceOptions): RequestAllowance {
  const perSecond = perMinute / 60
  /** The tokens left now: those of the row plus the refill since. */
  const level = sql`least(${perMinute}::float8, a.tokens + greatest(0, extract(epoch
    from clock_timestamp() - a.at)::float8) * ${perSecond}::float8)`
  return {
    perMinute,
    async take(key, withinMs) {
      // Taken before the wait, so that later callers queue behind; the row is locked before the clock is read.
      const { rows } = await sql<{ wait_ms: number }>`
        insert into broker_allowance as a (key, tokens, at) values (${key}, ${perMinute - 1}::float8, clock_timestamp())
        on conflict (key) do update set tokens = ${level} - 1, at = greatest(a.at, clock_timestamp())
          where 1000 * (greatest(0, extract(epoch from a.at - clock_timestamp())::float8) + greatest(0, 1 - ${level}) /
            ${perSecond}::float8) <= ${withinMs}::float8
        returning 1000 * (greatest(0, extract(epoch
          from a.at - clock_timestamp())::float8) + greatest(0, 0 - a.tokens) / ${perSecond}::float8) as wait_ms
      `.execute(db)
      const turn = rows[0]
      if (turn === undefined) return false
      if (turn.wait_ms > 0) await wait(turn.wait_ms)
      return true
    },
    async pause(key, forMs) {
      await sql`
        insert into broker_allowance as a (key, tokens, at)
          values (${key}, 1, clock_timestamp() + make_interval(secs => ${forMs / 1000}::float8))
        on conflict (key) do update set tokens = least(a.tokens, 1), at = greatest(a.at, excluded.at)
      `.execute(db)
    },
  }
}
