// Limits on what one socket and one session may demand of a process, counted in memory.

export interface MessageLimit {
  /** How many messages may arrive at once. */
  readonly burst: number
  readonly perSecond: number
}

/**
 * A token bucket: returns whether one more message is within the limit. With a burst of 2 and 1 per second, the third
 * message at one instant is refused and another one a second later is allowed.
 */
export function createMessageAllowance(
  { burst, perSecond }: MessageLimit,
  nowMs = () => performance.now(),
): () => boolean {
  let tokens = burst
  let countedMs = nowMs()
  return () => {
    const now = nowMs()
    tokens = Math.min(burst, tokens + ((now - countedMs) / 1000) * perSecond)
    countedMs = now
    if (tokens < 1) return false
    tokens--
    return true
  }
}

/** A browser holds one socket of each kind per tab. */
export const maxSocketsPerSession = 30

/** Counts the sockets of a session over all web processes of one supervisor; a process alone needs none. */
export interface SocketPlaces {
  /** Returns whether the session may hold one more socket of this kind. */
  take(kind: string, sessionId: string): Promise<boolean>
  /** Returns a place that `take` gave. */
  leave(kind: string, sessionId: string): void
}

/** Returns whether the session of a joining socket already holds the maximum number of sockets. */
export const holdsTooMany = (readers: Iterable<{ readonly sessionId: string }>, sessionId: string): boolean => {
  let count = 0
  for (const reader of readers) if (reader.sessionId === sessionId && ++count >= maxSocketsPerSession) return true
  return false
}
