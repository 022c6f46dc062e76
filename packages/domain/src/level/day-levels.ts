// Computes all levels of one instrument on one day, from its bars up to that day and nothing later.
import type { Split } from '../market/split-adjustment.ts'
import { averageRange } from './average-range.ts'
import { findLevels, type PriceLevel } from './find-levels.ts'
import { chooseLevelPair, type LevelPair } from './level-pair.ts'
import { levelWindow, type LevelBar } from './level-window.ts'

export interface DayLevels {
  readonly day: string
  /** The last close in steps of $0.0001. */
  readonly close: number
  /** ATR(14) in the same steps; null with fewer than 15 sessions. */
  readonly averageRange: number | null
  /** 20-day average of the split-adjusted volume in whole shares, rounded half up. */
  readonly averageVolume: number
  /** All valid levels, lowest first. */
  readonly levels: readonly PriceLevel[]
  readonly long: LevelPair
  readonly short: LevelPair
}

const volumeSessions = 20

/**
 * Computes the levels on the day of the last bar, in that day's dollars. `bars` are as stored, oldest first, at least
 * one; `splits` may be in any order, and later ones are ignored. The same bars always give the same levels, whenever
 * and wherever they are computed.
 * Source: docs/rules/market.md, "Levels" and "Resistance and support of a trade".
 */
export function computeDayLevels(bars: readonly LevelBar[], splits: readonly Split[]): DayLevels {
  const window = levelWindow(bars, splits)
  const last = window.at(-1)
  if (!last) throw new RangeError('Levels need at least one bar.')
  const range = averageRange(window)
  const levels = range === undefined ? [] : findLevels(window, range)
  const input = { bars: window, levels, averageRange: range }
  const volumes = window.slice(-volumeSessions).map(({ volume }) => volume)
  return {
    day: last.day,
    close: last.close,
    averageRange: range ?? null,
    averageVolume: Math.floor(volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length + 0.5),
    levels,
    long: chooseLevelPair('long', input),
    short: chooseLevelPair('short', input),
  }
}
