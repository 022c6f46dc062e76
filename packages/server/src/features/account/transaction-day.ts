// The session at whose close the fund deals what the brokerage booked: the one of its instant, but never later than the account's
// today, because a market that stands still books on its last session. Everything else counts a transaction on its trade date.
import { marketDayAt, type EpochMs, type MarketDay } from '@clubfolio/domain'

export function transactionDay(occurredMs: EpochMs, today: MarketDay): MarketDay {
  const day = marketDayAt(occurredMs)
  return day > today ? today : day
}
