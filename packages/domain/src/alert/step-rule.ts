// State machine of an alert rule, from waiting to fired and back, one observation at a time. Uses no clock and no
// prices: observations are arguments.

/**
 * `NEW`: nothing has been observed since the rule was set. `WAITING`: it fires when its condition is met. `BEYOND`: its
 * condition was already met when it was set, so it waits until that has passed. `FIRED`: it has fired, and its
 * condition still lasts. `OVER`: it fires only once and has done so.
 */
export const watchedStates = ['NEW', 'WAITING', 'BEYOND', 'FIRED'] as const
export type RuleState = (typeof watchedStates)[number] | 'OVER'

export interface RuleStanding {
  readonly state: RuleState
  /** Occasion of the last firing, or of the observation that led to the current state. */
  readonly occasion: string
}

export interface Observation {
  readonly isMet: boolean
  readonly isClear: boolean
  readonly occasion: string
}

export interface RuleStep extends RuleStanding {
  readonly fires: boolean
  /** The condition it fired on has passed. */
  readonly hasPassed: boolean
}

/**
 * Advances the rule by one observation. It fires when its condition becomes met, and not again until the condition has
 * cleared (`isClear`): then a repeating rule waits again, and one that fires once is over. Another occasion (the next
 * day's move, the next level) counts as passed.
 * Example: WAITING and met gives FIRED with `fires`; FIRED and neither met nor clear stays; FIRED and clear gives
 * WAITING or OVER.
 */
export function stepRule({ state, occasion }: RuleStanding, sight: Observation, isRepeating: boolean): RuleStep {
  if (state === 'OVER') return { state, occasion, fires: false, hasPassed: false }
  if (state === 'NEW')
    return { state: sight.isMet ? 'BEYOND' : 'WAITING', occasion: sight.occasion, fires: false, hasPassed: false }
  const isHeld = state === 'FIRED' || state === 'BEYOND'
  const isOver = isHeld && (sight.isClear || (occasion !== sight.occasion && sight.occasion !== ''))
  const hasPassed = isOver && state === 'FIRED'
  if (hasPassed && !isRepeating) return { state: 'OVER', occasion, fires: false, hasPassed }
  if (isHeld && !isOver) return { state, occasion, fires: false, hasPassed: false }
  return sight.isMet
    ? { state: 'FIRED', occasion: sight.occasion, fires: true, hasPassed }
    : { state: 'WAITING', occasion: sight.occasion, fires: false, hasPassed }
}
