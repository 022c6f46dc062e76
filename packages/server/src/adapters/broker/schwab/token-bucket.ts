// How many requests a broker login may still make: a bucket that fills evenly. It counts in real time, because the limit
// is the outside world's and no steered clock moves that.

export interface TokenBucket {
  /** Waits for a turn; answers false when none comes within `withinMs`. */
  take(key: string, withinMs: number): Promise<boolean>
  /** The broker said "too many": no turns for this long. */
  pause(key: string, forMs: number): void
}

export interface BucketOptions {
  readonly perMinute: number
  /** Milliseconds that only go forward. */
  readonly nowMs?: () => number
  readonly wait?: (ms: number) => Promise<void>
}

interface Level {
  tokens: number
  atMs: number
}

export const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function createTokenBucket({ perMinute, nowMs = () => performance.now(), wait = waitMs }: BucketOptions): TokenBucket {
  const levels = new Map<string, Level>()
  const perMs = perMinute / 60_000
  const levelOf = (key: string): Level => {
    const at = nowMs()
    const level = levels.get(key) ?? { tokens: perMinute, atMs: at }
    if (at > level.atMs) {
      level.tokens = Math.min(perMinute, level.tokens + (at - level.atMs) * perMs)
      level.atMs = at
    }
    levels.set(key, level)
    return level
  }
  return {
    async take(key, withinMs) {
      const level = levelOf(key)
      const pauseMs = Math.max(0, level.atMs - nowMs())
      const neededMs = pauseMs + Math.max(0, (1 - level.tokens) / perMs)
      if (neededMs > withinMs) return false
      // Taken before the wait, so that those who come later queue behind.
      level.tokens -= 1
      if (neededMs > 0) await wait(neededMs)
      return true
    },
    pause(key, forMs) {
      const level = levelOf(key)
      level.tokens = Math.min(level.tokens, 1)
      level.atMs = Math.max(level.atMs, nowMs() + forMs)
    },
  }
}
