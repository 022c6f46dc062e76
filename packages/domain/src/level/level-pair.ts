// Chooses the resistance and support of a trade on one day and decides whether they form an opportunity.
// Source: docs/rules/market.md, "Resistance and support of a trade", "Opportunities" and "Distance".
import type { PriceLevel } from './find-levels.ts'
import type { WindowBar } from './level-window.ts'
import { stepsPerCent } from './price-step.ts'
import { entryOffsetCents } from './position.ts'
import type { TradeDirection } from './stop-loss.ts'

const extremeSessions = 20
const leastSessions = 60
/** In percent of the support. */
const minSpread = 3
const maxSpread = 25
const maxRanges = 3

/**
 * One side of a pair with its proof: a level with the days of its touches, or the extreme of the last 20 sessions with
 * the first day that reached it.
 */
export interface PairSide extends PriceLevel {
  readonly origin: 'LEVEL' | 'EXTREME'
}

/** Reasons why a pair is not an opportunity; the first one found is reported. */
export const pairFaults = [
  'UNDER_RANGE',
  'TOO_NARROW',
  'TOO_WIDE',
  'CLOSE_OUTSIDE',
  'TOO_FAR',
  'NOT_TRADED',
  'TOO_FEW_SESSIONS',
] as const
export type PairFault = (typeof pairFaults)[number]

export interface LevelPair {
  readonly direction: TradeDirection
  readonly resistance: PairSide
  readonly support: PairSide
  /** Null for an opportunity. */
  readonly fault: PairFault | null
  /** |entry - last close| / last close, as a fraction; the entry lies one cent beyond the level. */
  readonly distance: number
}

export interface PairInput {
  readonly bars: readonly WindowBar[]
  /** Lowest first. */
  readonly levels: readonly PriceLevel[]
  /** ATR(14) in steps. */
  readonly averageRange: number | undefined
}

/**
 * Chooses both sides of a pair. Long: the resistance is the nearest level above the last close; the support is the
 * nearest candidate, among the levels below the close and the 20-day low, that lies at least 1 ATR and 3 % of itself
 * below the resistance. Short: mirrored. If a side has no candidate, it is the extreme of the last 20 sessions.
 */
export function chooseLevelPair(direction: TradeDirection, input: PairInput): LevelPair {
  const { bars, levels, averageRange = Number.POSITIVE_INFINITY } = input
  const last = bars.at(-1)!.close
  const asLevel = (level: PriceLevel): PairSide => ({ ...level, origin: 'LEVEL' })
  const above = levels.filter(({ cents }) => cents * stepsPerCent > last).map(asLevel)
  const below = levels
    .filter(({ cents }) => cents * stepsPerCent < last)
    .map(asLevel)
    .toReversed()
  const [high, low] = [extreme(bars, 'high'), extreme(bars, 'low')]
  const isApart = (resistance: PairSide, support: PairSide) =>
    (resistance.cents - support.cents) * stepsPerCent >= averageRange && spreadOver(resistance, support, minSpread) >= 0

  let resistance: PairSide
  let support: PairSide
  if (direction === 'long') {
    resistance = above[0] ?? high
    support = nearestFirst(below, low, -1).find((side) => isApart(resistance, side)) ?? low
  } else {
    support = below[0] ?? low
    resistance = nearestFirst(above, high, 1).find((side) => isApart(side, support)) ?? high
  }
  const entry =
    (direction === 'long' ? resistance.cents + entryOffsetCents : support.cents - entryOffsetCents) * stepsPerCent
  const fault = findFault(direction, { ...input, resistance, support, entry })
  return { direction, resistance, support, fault, distance: Math.abs(entry - last) / last }
}

/**
 * Returns the levels of one side and the extreme, nearest to the close first; at equal prices the level precedes the
 * extreme.
 */
function nearestFirst(levels: readonly PairSide[], end: PairSide, sign: 1 | -1): PairSide[] {
  return [...levels, end].toSorted((one, other) => sign * (one.cents - other.cents))
}

/**
 * Returns the highest high or lowest low of the last 20 sessions, to the cent; the proof is the first day that reached
 * it.
 */
function extreme(bars: readonly WindowBar[], side: 'high' | 'low'): PairSide {
  const recent = bars.slice(-extremeSessions)
  let best = recent[0]!
  for (const bar of recent) {
    if (side === 'high' ? bar.high > best.high : bar.low < best.low) best = bar
  }
  return { origin: 'EXTREME', cents: Math.floor((best[side] + stepsPerCent / 2) / stepsPerCent), days: [best.day] }
}

/**
 * Returns zero or a positive number if resistance - support is at least `percent` of the support, in hundredths of
 * cents.
 */
const spreadOver = (resistance: PriceLevel, support: PriceLevel, percent: number): number =>
  100 * (resistance.cents - support.cents) - percent * support.cents

interface JudgedPair extends PairInput {
  readonly resistance: PairSide
  readonly support: PairSide
  /** In steps. */
  readonly entry: number
}

function findFault(
  direction: TradeDirection,
  { bars, averageRange, resistance, support, entry }: JudgedPair,
): PairFault | null {
  const { close, volume } = bars.at(-1)!
  if (averageRange === undefined) return 'TOO_FEW_SESSIONS'
  if ((resistance.cents - support.cents) * stepsPerCent < averageRange) return 'UNDER_RANGE'
  if (spreadOver(resistance, support, minSpread) < 0) return 'TOO_NARROW'
  if (spreadOver(resistance, support, maxSpread) > 0) return 'TOO_WIDE'
  const [floor, ceiling] =
    direction === 'long' ? [support.cents * stepsPerCent, entry] : [entry, resistance.cents * stepsPerCent]
  if (close <= floor || close >= ceiling) return 'CLOSE_OUTSIDE'
  if (Math.abs(entry - close) > maxRanges * averageRange) return 'TOO_FAR'
  if (volume <= 0) return 'NOT_TRADED'
  return bars.length < leastSessions ? 'TOO_FEW_SESSIONS' : null
}
