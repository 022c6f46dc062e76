// Finds the price levels of one window: pivots that lie close together form a level, which is dropped once two closes
// have crossed it.
// Source: docs/rules/market.md, "Levels" and "Average true range".
import type { WindowBar } from './level-window.ts'
import { meanCents, stepsPerCent } from './price-step.ts'

/** Number of bars before and after a pivot that it is compared with. A pivot exists only once all the later bars do. */
export const pivotReach = 5
/** Pivots join a level while they lie at most this fraction of an ATR above its lowest one. */
const joinAtrFraction = 0.5
const minTouches = 2

interface Pivot {
  readonly index: number
  /** In steps of $0.0001. */
  readonly price: number
  readonly isLow: boolean
}

/** A price at which the market has turned, with the days that prove it. */
export interface PriceLevel {
  readonly cents: number
  /** The days of its pivots, oldest first. */
  readonly days: readonly string[]
}

/**
 * Returns the levels that are valid on the window's last day, lowest first. A pivot high is above the highs of the 5
 * bars before it and not below those of the 5 bars after it; a pivot low mirrors this. In price order, a pivot joins
 * the level whose lowest pivot is at most half an ATR (of the last day) below it; otherwise it opens a new level. The
 * price is the mean of the pivots, rounded half up to the cent. A level needs touches on at least 2 different days.
 */
export function findLevels(bars: readonly WindowBar[], averageRange: number): PriceLevel[] {
  const groups: Pivot[][] = []
  // Of two pivots at one price the older one stays first.
  for (const pivot of findPivots(bars).toSorted((a, b) => a.price - b.price)) {
    const group = groups.at(-1)
    if (group && pivot.price - group[0]!.price <= joinAtrFraction * averageRange) group.push(pivot)
    else groups.push([pivot])
  }
  return groups.flatMap((group) => {
    const touched = [...new Set(group.map(({ index }) => index))].toSorted((a, b) => a - b)
    if (touched.length < minTouches) return []
    const cents = meanCents(group.map(({ price }) => price))
    return isBroken(bars, group, cents) ? [] : [{ cents, days: touched.map((index) => bars[index]!.day) }]
  })
}

function findPivots(bars: readonly WindowBar[]): Pivot[] {
  const pivots: Pivot[] = []
  for (let index = pivotReach; index < bars.length - pivotReach; index++) {
    const { high, low } = bars[index]!
    let isHigh = true
    let isLow = true
    for (let step = 1; step <= pivotReach; step++) {
      const before = bars[index - step]!
      const after = bars[index + step]!
      isHigh &&= high > before.high && high >= after.high
      isLow &&= low < before.low && low <= after.low
    }
    if (isHigh) pivots.push({ index, price: high, isLow: false })
    if (isLow) pivots.push({ index, price: low, isLow: true })
  }
  return pivots
}

/**
 * Returns whether closes have crossed the level twice since its last touch. A high touches it from below, a low from
 * above; a close exactly on the level is not a crossing. Spec gap: if the last touching bar is both a high and a low
 * pivot, the starting side is that of its close.
 */
function isBroken(bars: readonly WindowBar[], group: readonly Pivot[], cents: number): boolean {
  const price = cents * stepsPerCent
  const lastIndex = Math.max(...group.map(({ index }) => index))
  const last = group.filter(({ index }) => index === lastIndex)
  const startsAbove = last.length === 1 ? last[0]!.isLow : bars[lastIndex]!.close > price
  let isAbove = startsAbove
  let crossings = 0
  for (const { close } of bars.slice(lastIndex + 1)) {
    if (isAbove ? close >= price : close <= price) continue
    isAbove = !isAbove
    crossings++
  }
  return crossings > 1
}
