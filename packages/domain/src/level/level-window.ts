// Builds the bars that levels are computed from: an instrument's last 252 bars, adjusted with the splits known on the
// last day.
import { Decimal } from 'decimal.js'
import { laterDay, splitRatio, type Split } from '../market/split-adjustment.ts'
import { priceSteps } from './price-step.ts'

/**
 * A daily bar as traded, or as its file had adjusted it through a later day. Prices in dollars, read by their shortest
 * decimal text; volume in shares.
 */
export interface LevelBar {
  readonly day: string
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly adjustedThrough?: string | null
}

/**
 * The same bar in dollars of the window's last day: prices in steps of $0.0001, volume in shares, which may be
 * fractional after splits.
 */
export interface WindowBar {
  readonly day: string
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** One year of sessions. Source: docs/rules/market.md, "Levels". */
export const windowSessions = 252

/**
 * Returns the last 252 bars, oldest first, as they looked on the day of the last one. Each price is divided by the
 * product of the ratios of all splits after its own day, up to that day. A split on a later day is not known yet and
 * has no effect; a bar that its file had already adjusted beyond that day is multiplied back. Prices are rounded half
 * up to 4 decimals.
 * Example: a close of 500.04 before a 4-for-1 split is 125.0100 in every window that ends on or after the day of the
 * split.
 */
export function levelWindow(bars: readonly LevelBar[], splits: readonly Split[]): WindowBar[] {
  const counted = bars.slice(-windowSessions)
  return counted.map((bar) => {
    const factor = splitDivisor(bar, splits, counted.at(-1)!.day)
    if (factor === undefined)
      return {
        day: bar.day,
        high: priceSteps(bar.high),
        low: priceSteps(bar.low),
        close: priceSteps(bar.close),
        volume: bar.volume,
      }
    return {
      day: bar.day,
      high: priceSteps(bar.high, factor),
      low: priceSteps(bar.low, factor),
      close: priceSteps(bar.close, factor),
      volume: new Decimal(bar.volume).times(factor).toNumber(),
    }
  })
}

/**
 * Returns the divisor that converts a bar to dollars of `today`; undefined if nothing changes. Ignores splits after
 * `today`.
 */
export function splitDivisor(
  { day, adjustedThrough }: Pick<LevelBar, 'day' | 'adjustedThrough'>,
  splits: readonly Split[],
  today: string,
): Decimal | undefined {
  if (splits.length === 0) return undefined
  const from = laterDay(day, adjustedThrough ?? null)
  // One of both spans is empty, and its ratio 1.
  const divisor = splitRatio(splits, from, today).div(splitRatio(splits, today, from))
  return divisor.equals(1) ? undefined : divisor
}
