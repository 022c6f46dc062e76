// Determines what a session has done to an entry planned on the previous close: traded through the entry, through its
// cancel price, or through neither.
// Source: docs/rules/market.md, "Position of an opportunity" and "Distance".
import type { TradeDirection } from './stop-loss.ts'

export const entryStates = ['WAITING', 'TRIGGERED', 'CANCELLED'] as const
export type EntryState = (typeof entryStates)[number]

export interface PlannedEntry {
  readonly direction: TradeDirection
  /** The price of the stop order that opens the position. */
  readonly entry: number
  /** Cancels the entry if it trades first: the support for a long plan, the resistance for a short one. */
  readonly cancelPrice: number
}

export interface TradedRange {
  readonly high: number
  readonly low: number
}

/** Dollars as whole steps of $0.0001, so that prices compare as displayed. */
const steps = (dollars: number): number => Math.round(dollars * 10_000)

/**
 * Returns the state of a planned entry after a traded range. Touching a price counts. If both prices have traded, the
 * entry wins: a range does not show which came first, and a position may be open.
 * Example: long with entry 47.61 and cancel price 44.20 is TRIGGERED by a high of 47.61 and CANCELLED by a low of
 * 44.20.
 */
export function judgeEntry({ direction, entry, cancelPrice }: PlannedEntry, { high, low }: TradedRange): EntryState {
  const isLong = direction === 'long'
  if (isLong ? steps(high) >= steps(entry) : steps(low) <= steps(entry)) return 'TRIGGERED'
  return (isLong ? steps(low) <= steps(cancelPrice) : steps(high) >= steps(cancelPrice)) ? 'CANCELLED' : 'WAITING'
}

/** |entry - last| / last, in percent with 2 decimals. */
export const entryDistance = (entry: number, last: number): number =>
  Math.round((Math.abs(entry - last) / last) * 10_000) / 100
