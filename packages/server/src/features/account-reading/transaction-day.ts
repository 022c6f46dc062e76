// Returns the session at whose close the fund deals a brokerage booking: the session of its instant, but never later
// than the account's today, because a stopped market still books on its last session. Everything else counts a
// transaction on its trade date.
import { marketDayAt, type EpochMs, type MarketDay } from '@clubfolio/domain'

export function transactionDay(occurredMs: EpochMs, today: MarketDay): MarketDay {
  const day = marketDayAt(occurredMs)
  return day > today ? today : day
}
