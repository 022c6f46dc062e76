// The brokerage's wall clock: logins, codes, tokens, limits and time-outs use it. Market time is a separate clock, see
// `market/market-state.ts`.

import { type EpochMs, toEpochMs } from '@clubfolio/domain'

/** Source of the current instant; tests and the demonstration pass one they can move. */
export interface Clock {
  now(): EpochMs
}

export const systemClock: Clock = { now: () => toEpochMs(Date.now()) }

/** A clock that stays fixed until it is moved. */
export interface SteerableClock extends Clock {
  moveTo(epochMs: number): void
  advance(byMs: number): void
}

/** Creates a clock that starts at an instant and only moves on request. */
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
