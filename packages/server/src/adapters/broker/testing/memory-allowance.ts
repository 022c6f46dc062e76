// A request allowance for tests without a database: no limit, but a pause is kept.
import type { RequestAllowance } from '../http/request-allowance.ts'

export function createMemoryAllowance(): RequestAllowance {
  const pausedUntilMs = new Map<string, number>()
  return {
    perMinute: 120,
    async take(key, withinMs) {
      const waitMs = (pausedUntilMs.get(key) ?? 0) - performance.now()
      if (waitMs > withinMs) return false
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      return true
    },
    async pause(key, forMs) {
      pausedUntilMs.set(key, performance.now() + forMs)
    },
  }
}
