// Time as an argument: everything that needs "now" takes a Clock, so tests and replays control it.

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** A clock that stays at `startMs` until it is moved; for tests, screenshots and `CLUBFOLIO_NOW`. */
export class SteeredClock implements Clock {
  #nowMs: number
  constructor(startMs: number) {
    this.#nowMs = startMs
  }
  nowMs(): number {
    return this.#nowMs
  }
  advance(byMs: number): void {
    this.#nowMs += byMs
  }
  set(toMs: number): void {
    this.#nowMs = toMs
  }
}
