// When an account from files is valued next: right after the next close, and now and then before it, because prices of
// the active market may have arrived.
import { marketDaySpan } from '@clubfolio/domain'
import type { MarketTime } from '../account/market-time.ts'

const lookEveryMs = 10 * 60_000
/** The close is taken this long after the bell, when the last price has arrived. */
const afterCloseMs = 5_000

export function nextFileReadingMs(startedMs: number, { day, nowMs }: Pick<MarketTime, 'day' | 'nowMs'>): number {
  const untilCloseMs = marketDaySpan(day).untilMs + afterCloseMs - nowMs
  return startedMs + (untilCloseMs > 0 ? Math.min(lookEveryMs, untilCloseMs) : lookEveryMs)
}
