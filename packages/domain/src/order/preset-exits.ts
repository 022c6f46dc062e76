// Where the exits of a preset are: a stop at a percentage from the entry, and a target at a multiple of the risk.
// Source: docs/rules/trading.md, "Presets"; docs/decisions/0075-presets.md.
import { Decimal } from 'decimal.js'
import { roundToTick } from './price-tick.ts'

/** Sixty digits, so that products of price and percent lose none. */
const Exact = Decimal.clone({ precision: 60 })

/**
 * Returns the stop that is a percentage away from the entry, on the losing side, as decimal text on its tick. Example:
 * 3 percent from a long entry at 50.10 is "48.6", from a short one "51.6". Null where that is no price, such as 100
 * percent below.
 */
export function stopAt(entry: Decimal.Value, percent: Decimal.Value, isLong: boolean): string | null {
  const distance = new Exact(entry).times(percent).div(100)
  return pricedAt(isLong ? new Exact(entry).minus(distance) : new Exact(entry).plus(distance))
}

/**
 * Returns the target at a multiple of the risk between entry and stop, as decimal text on its tick. Example: 2 times
 * the risk of 50.10 with a stop at 48.60 is "53.1". Null where that is no price.
 */
export function targetAt(entry: Decimal.Value, stop: Decimal.Value, times: Decimal.Value): string | null {
  // A stop below the entry makes this positive: the target is on the other side.
  const risk = new Exact(entry).minus(stop)
  return pricedAt(new Exact(entry).plus(risk.times(times)))
}

const pricedAt = (price: Decimal): string | null => {
  const rounded = price.greaterThan(0) ? roundToTick(price) : '0'
  return Number(rounded) > 0 ? rounded : null
}

export interface ExitDistances {
  /** Of the entry; null without a stop on the losing side. */
  readonly stopPercent: string | null
  /** Times the risk; null without a stop or a target on the winning side. */
  readonly targetTimes: string | null
}

/** An entry with its exits, as decimal text; null for those that it does not have. */
export interface PlannedExits {
  readonly entry: string
  readonly stop: string | null
  readonly target: string | null
  readonly isLong: boolean
}

/**
 * Returns how far exits are from their entry, with 2 decimals: the figures of a preset that has them. Example: a long
 * entry at 50.10 with a stop at 48.60 and a target at 53.10 is "2.99" percent and "2" times the risk.
 */
export function distancesOf({ entry, stop, target, isLong }: PlannedExits): ExitDistances {
  const sign = isLong ? 1 : -1
  const risk = stop === null ? null : new Exact(entry).minus(stop).times(sign)
  if (risk === null || !risk.greaterThan(0) || !new Exact(entry).greaterThan(0))
    return { stopPercent: null, targetTimes: null }
  const reward = target === null ? null : new Exact(target).minus(entry).times(sign)
  return {
    stopPercent: rounded(risk.div(entry).times(100)),
    targetTimes: reward === null || !reward.greaterThan(0) ? null : rounded(reward.div(risk)),
  }
}

/** Null for a distance that vanishes in 2 decimals. */
const rounded = (value: Decimal): string | null => {
  const text = value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed()
  return text === '0' ? null : text
}
