// The shapes that legs form, by the wire's names: which `complexOrderStrategyType` is correct for them. Pure.
import { shapeOfLegs } from '@clubfolio/domain'
import type { OrderLeg } from './order-leg.ts'

export const SPREAD_SHAPES = [
  'NONE',
  'COVERED',
  'VERTICAL',
  'BACK_RATIO',
  'CALENDAR',
  'DIAGONAL',
  'STRADDLE',
  'STRANGLE',
  'COLLAR_SYNTHETIC',
  'BUTTERFLY',
  'CONDOR',
  'IRON_CONDOR',
  'VERTICAL_ROLL',
  'COLLAR_WITH_STOCK',
  'DOUBLE_DIAGONAL',
  'UNBALANCED_BUTTERFLY',
  'UNBALANCED_CONDOR',
  'UNBALANCED_IRON_CONDOR',
  'UNBALANCED_VERTICAL_ROLL',
  'MUTUAL_FUND_SWAP',
  'CUSTOM',
] as const
export type SpreadShape = (typeof SPREAD_SHAPES)[number]

/** Returns the shape of legs; CUSTOM when it has no name. */
export const shapeOf = (legs: readonly OrderLeg[]): SpreadShape =>
  shapeOfLegs(legs.map(({ symbol, instruction, ratio }) => ({ symbol, instruction, ratio: String(ratio) })))

/** Rolls, diagonals of four legs and the like are accepted as the client names them. */
const BY_ITS_WORD: ReadonlySet<SpreadShape> = new Set([
  'NONE',
  'CUSTOM',
  'COLLAR_SYNTHETIC',
  'VERTICAL_ROLL',
  'DOUBLE_DIAGONAL',
  'UNBALANCED_VERTICAL_ROLL',
])

/** Returns whether legs have the shape that the client names. */
export function isShape(legs: readonly OrderLeg[], named: SpreadShape): boolean {
  return BY_ITS_WORD.has(named) || shapeOf(legs) === named
}
