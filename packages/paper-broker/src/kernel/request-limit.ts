// The brokerage's rate limit per consent in calls per minute, for testing how an application handles it. Off unless a
// number is configured.

import type { Clock } from './clock.ts'

const MINUTE_MS = 60_000
const BUCKETS_KEPT = 10_000

interface Bucket {
  tokens: number
  filledMs: number
}

export interface RequestLimit {
  readonly perMinute: number
  /** Takes one call; returns the number of seconds to wait before a retry, or null when the call may pass. */
  take(consentId: string): number | null
  /** Returns how many calls are left now, and the seconds until all of them are. */
  standing(consentId: string): { readonly left: number; readonly fullInSeconds: number }
}

/** A token bucket per consent that holds `perMinute` calls and refills evenly. */
export function requestLimit(clock: Clock, perMinute: number): RequestLimit {
  const buckets = new Map<string, Bucket>()
  const msPerToken = MINUTE_MS / perMinute
  return {
    perMinute,
    standing: (consentId) => {
      const tokens = buckets.get(consentId)?.tokens ?? perMinute
      return { left: Math.floor(tokens), fullInSeconds: Math.ceil(((perMinute - tokens) * msPerToken) / 1000) }
    },
    take: (consentId) => {
      const nowMs = clock.now()
      const bucket = buckets.get(consentId) ?? { tokens: perMinute, filledMs: nowMs }
      bucket.tokens = Math.min(perMinute, bucket.tokens + (nowMs - bucket.filledMs) / msPerToken)
      bucket.filledMs = nowMs
      // Buckets are dropped only all at once, when there are far too many logins; a dropped bucket counts as full.
      if (buckets.size >= BUCKETS_KEPT) buckets.clear()
      buckets.set(consentId, bucket)
      if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * msPerToken) / 1000)
      bucket.tokens -= 1
      return null
    },
  }
}
