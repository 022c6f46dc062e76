// Time as an argument: everything that needs "now" takes a Clock, so tests and replays control it.
import { toEpochMs, type EpochMs } from '@clubfolio/domain'

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): EpochMs
}

export const systemClock: Clock = { nowMs: () => toEpochMs(Date.now()) }

/** A clock that stays at `startMs` until it is moved; for tests, screenshots and `CLUBFOLIO_NOW`. */
export class ManualClock implements Clock {
  #nowMs: EpochMs
  constructor(startMs: number) {
    this.#nowMs = toEpochMs(startMs)
  }
  nowMs(): EpochMs {
    return this.#nowMs
  }
  advance(byMs: number): void {
    this.#nowMs = toEpochMs(this.#nowMs + byMs)
  }
  set(toMs: number): void {
    this.#nowMs = toEpochMs(toMs)
  }
}
