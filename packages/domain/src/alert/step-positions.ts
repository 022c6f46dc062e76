// State machine of the alert rule for positions without a stop: each position is reported once while it has none.
import type { RuleState } from './step-rule.ts'

/**
 * Grace period, because a stop follows its entry a moment later, and orders and positions are not read at the same
 * moment.
 */
export const stopGraceMs = 60_000

export interface PositionMemory {
  /** The time since which a position has been seen without a stop, by symbol. */
  readonly seen: Readonly<Record<string, number>>
  readonly told: readonly string[]
}

export interface PositionStep {
  readonly state: RuleState
  readonly memory: PositionMemory
  /** Positions newly without a stop; the rule fires if there are any. */
  readonly fresh: readonly string[]
}

/**
 * Advances the rule by one observation of the symbols that have no stop, or one for too small a quantity. A position
 * counts once this has lasted for a minute. Positions already unprotected when the rule was set are not reported. A
 * rule that fires once is over when every position has its stop again.
 * Example: WAITING, ACME seen at 10:00 and again at 10:01: FIRED with ACME fresh; at the next observation, with ACME
 * and BOLT a minute old: BOLT fresh.
 */
export function stepPositions(
  standing: { readonly state: RuleState; readonly memory: PositionMemory },
  unprotected: readonly string[],
  isRepeating: boolean,
  nowMs: number,
): PositionStep {
  const { state, memory } = standing
  if (state === 'OVER') return { state, memory, fresh: [] }
  const seen = Object.fromEntries(unprotected.map((symbol) => [symbol, memory.seen[symbol] ?? nowMs]))
  if (state === 'NEW')
    return { state: unprotected.length > 0 ? 'BEYOND' : 'WAITING', memory: { seen, told: [...unprotected] }, fresh: [] }
  const told = memory.told.filter((symbol) => unprotected.includes(symbol))
  const fresh = unprotected.filter((symbol) => !told.includes(symbol) && nowMs - seen[symbol]! >= stopGraceMs)
  const mayFire = isRepeating || state !== 'FIRED'
  if (fresh.length > 0 && mayFire) return { state: 'FIRED', memory: { seen, told: [...told, ...fresh] }, fresh }
  const next = { seen, told: [...told, ...fresh] }
  if (unprotected.length > 0 || state === 'WAITING') return { state, memory: next, fresh: [] }
  return { state: state === 'FIRED' && !isRepeating ? 'OVER' : 'WAITING', memory: next, fresh: [] }
}
