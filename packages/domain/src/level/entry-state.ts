// What a session has done to an entry that was planned on the close before it: traded through it, through the price at which it is
// given up, or through neither. Source: design "Market", Resistance and support 6 and 7; decisions, "Calculations" (seeker in a session).
import type { TradeDirection } from './stop-loss.ts'

export const entryStates = ['WAITING', 'TRIGGERED', 'CANCELLED'] as const
export type EntryState = (typeof entryStates)[number]

export interface PlannedEntry {
  readonly direction: TradeDirection
  /** The price of the stop order that opens the position. */
  readonly entry: number
  /** Touched first, it gives the entry up: the support of a long row, the resistance of a short one. */
  readonly cancelPrice: number
}

export interface TradedRange {
  readonly high: number
  readonly low: number
}

/** Dollars in whole steps of a ten-thousandth, so that prices compare as they read. */
const steps = (dollars: number): number => Math.round(dollars * 10_000)

/**
 * Touching counts. Where both prices have traded the entry counts: a range does not say which came first, and a position may be open.
 * Example: long with entry 47.61 and cancel price 44.20 is TRIGGERED by a high of 47.61 and CANCELLED by a low of 44.20.
 */
export function judgeEntry({ direction, entry, cancelPrice }: PlannedEntry, { high, low }: TradedRange): EntryState {
  const isLong = direction === 'long'
  if (isLong ? steps(high) >= steps(entry) : steps(low) <= steps(entry)) return 'TRIGGERED'
  return (isLong ? steps(low) <= steps(cancelPrice) : steps(high) >= steps(cancelPrice)) ? 'CANCELLED' : 'WAITING'
}

/** |entry - last| / last, in percent with 2 decimals. */
export const entryDistance = (entry: number, last: number): number => Math.round((Math.abs(entry - last) / last) * 10_000) / 100
