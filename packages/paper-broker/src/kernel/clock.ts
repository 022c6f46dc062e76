// The wall clock of the brokerage: it drives logins, codes, tokens, limits and time-outs.
// The market's time is another clock and lives in `market/market-state.ts`.

import { type EpochMs, toEpochMs } from '@clubfolio/domain'

/** Where the present instant comes from; tests and the demonstration hand in one they can move. */
export interface Clock {
  now(): EpochMs
}

export const systemClock: Clock = { now: () => toEpochMs(Date.now()) }

/** A clock that stands still until it is moved. */
export interface SteerableClock extends Clock {
  moveTo(epochMs: number): void
  advance(byMs: number): void
}

/** Makes a clock that starts at an instant and moves only when told to. */
export function steerableClock(startMs: number): SteerableClock {
  let current = startMs
  return {
    now: () => toEpochMs(current),
    moveTo: (epochMs) => {
      current = epochMs
    },
    advance: (byMs) => {
      current += byMs
    },
  }
}
