// Spares a brokerage that is down, and everybody who would wait for it: after several consecutive failures calls fail
// immediately for a while, then a single call tries again.

export interface CircuitBreaker {
  /** Returns false while calls should not be tried. Lets exactly one caller through after the pause. */
  admits(): boolean
  succeeded(): void
  failed(): void
}

export interface BreakerOptions {
  readonly failures: number
  readonly pauseMs: number
  readonly nowMs?: () => number
}

export function createCircuitBreaker({
  failures,
  pauseMs,
  nowMs = () => performance.now(),
}: BreakerOptions): CircuitBreaker {
  let failedInRow = 0
  let closedUntilMs = 0
  return {
    admits() {
      if (failedInRow < failures) return true
      if (nowMs() < closedUntilMs) return false
      closedUntilMs = nowMs() + pauseMs
      return true
    },
    succeeded() {
      failedInRow = 0
    },
    failed() {
      failedInRow += 1
      if (failedInRow >= failures) closedUntilMs = nowMs() + pauseMs
    },
  }
}
