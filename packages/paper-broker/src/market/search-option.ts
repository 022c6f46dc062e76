// Finds the first of an option's quotes that working orders wait for. An option has no trades of its own in the
// simulated market: it is checked once per minute, always at the same instants, so that dividing a span changes
// nothing.
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import type { Price } from '../money/money.ts'
import type { TouchQuote } from '../order/fill-rule.ts'
import { isReached } from '../order/touch.ts'
import type { Search, Watch } from '../order/touch.ts'

const LOOK_MS = 60_000

/** Returns the first touch after `fromMs`, up to and including `untilMs`; an expired option touches nothing. */
export function searchOption(
  quoteAt: (at: EpochMs) => TouchQuote | null,
  fromMs: EpochMs,
  untilMs: EpochMs,
  watch: Watch,
): Search {
  let high: Price | null = null
  let low: Price | null = null
  for (let atMs = (Math.floor(fromMs / LOOK_MS) + 1) * LOOK_MS; atMs <= untilMs; atMs += LOOK_MS) {
    const quote = quoteAt(toEpochMs(atMs))
    if (quote === null) break
    const { bid, ask, last } = quote
    if (high === null || last > high) high = last
    if (low === null || last < low) low = last
    if (isReached(watch, quote, high, low)) return { touch: { bid, ask, last, atMs: toEpochMs(atMs) }, high, low }
  }
  return { touch: null, high, low }
}
