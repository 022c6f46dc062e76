// Listed strikes: a grid whose step depends on the price, wide enough for the time left.

import { exactExp } from '../random/exact-math.ts'

const MOST_STRIKES_A_SIDE = 30
const LEAST_REACH = 0.1
const DEVIATIONS = 2.6

/** Returns the distance of neighbouring strikes in dollars at a price. Example: 2.5 at 120. */
export function strikeStep(price: number): number {
  if (price < 12) return 0.5
  if (price < 70) return 1
  if (price < 180) return 2.5
  if (price < 550) return 5
  if (price < 1_200) return 10
  return 25
}

/**
 * Returns the strikes around a price, lowest first: about 2.6 deviations of the time left on both sides, at least 10
 * percent and at most 30 strikes per side. They are multiples of the step, so they stay the same while the price moves
 * within it.
 */
export function strikesAround(price: number, volatility: number, years: number): number[] {
  const step = strikeStep(price)
  const reach = Math.max(LEAST_REACH, DEVIATIONS * volatility * Math.sqrt(Math.max(years, 0)))
  const middle = Math.round(price / step)
  const below = Math.min(MOST_STRIKES_A_SIDE, Math.ceil((price - price * exactExp(-reach)) / step))
  const above = Math.min(MOST_STRIKES_A_SIDE, Math.ceil((price * exactExp(reach) - price) / step))
  const strikes: number[] = []
  for (let n = Math.max(1, middle - below); n <= middle + above; n += 1) strikes.push(Math.round(n * step * 100) / 100)
  return strikes
}
