// Proceeds of sales awaiting settlement. A cash account trades with settled cash only; margin accounts do not wait.
// Source: docs/rules/paper-brokerage.md, "Cash accounts".
import type { Cents, EpochMs } from '@clubfolio/domain'
import { addSessions, marketDayAt, newYorkInstant } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import { cents } from '../money/money.ts'

/** Trades settle one session after the trade. */
export const SETTLEMENT_SESSIONS = 1

export interface Unsettled {
  readonly amount: Cents
  readonly settlesMs: EpochMs
}

/** Returns the first instant of a settlement day in New York. */
export function settlementInstant(day: MarketDay): EpochMs {
  return newYorkInstant(day, 0)
}

/** Returns when the proceeds of a trade can be spent. Example: sold on a Friday at noon, from Monday at midnight. */
export function settlesMs(tradedMs: EpochMs): EpochMs {
  return settlementInstant(addSessions(marketDayAt(tradedMs), SETTLEMENT_SESSIONS))
}

export function unsettledAt(all: readonly Unsettled[], atMs: EpochMs): Cents {
  return cents(all.reduce((sum, one) => (one.settlesMs > atMs ? sum + one.amount : sum), 0n))
}
