// When a delivery is tried again: the schedule that Standard Webhooks proposes. Source: docs/api-guide.md, "Webhooks".
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The waits after each failed attempt; after the last one the delivery has failed: three days and three hours. */
export const retryWaitsMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/**
 * Returns how long to wait after so many failed attempts, or undefined when that was the last: `nextWait(1, '60')` is
 * one minute, because the receiver asked for more than five seconds. A receiver may ask for a day at most.
 */
export function nextWait(tries: number, retryAfter: string | undefined): number | undefined {
  const wait = retryWaitsMs[tries - 1]
  if (wait === undefined) return undefined
  const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * secondMs : 0
  return Math.max(wait, Math.min(asked, 24 * hourMs))
}
