// How an alert rule goes from waiting to fired and back, one look after the other. Without clock and prices: what was seen comes in.

/**
 * `NEW`: nothing was seen since it was set. `WAITING`: it fires when its condition is met. `BEYOND`: its condition was met before it was
 * set, so it waits until that has passed. `FIRED`: it has told of its condition, which still lasts. `OVER`: it was to fire once and has.
 */
export const watchedStates = ['NEW', 'WAITING', 'BEYOND', 'FIRED'] as const
export type RuleState = (typeof watchedStates)[number] | 'OVER'

export interface RuleStanding {
  readonly state: RuleState
  /** Of the last firing, or of what was there before. */
  readonly occasion: string
}

export interface Sight {
  readonly isMet: boolean
  readonly isClear: boolean
  readonly occasion: string
}

export interface RuleStep extends RuleStanding {
  readonly fires: boolean
  /** What it fired about has passed. */
  readonly hasPassed: boolean
}

/**
 * One look. A rule fires when its condition becomes met, and not again before it has passed for good (`isClear`): then a rule that fires
 * each time waits again, and one that fires once is over. Another occasion (the next day's move, the next level) counts as passed.
 * Example: WAITING and met gives FIRED with `fires`; FIRED and neither met nor clear stays; FIRED and clear gives WAITING or OVER.
 */
export function stepRule({ state, occasion }: RuleStanding, sight: Sight, isRepeating: boolean): RuleStep {
  if (state === 'OVER') return { state, occasion, fires: false, hasPassed: false }
  if (state === 'NEW') return { state: sight.isMet ? 'BEYOND' : 'WAITING', occasion: sight.occasion, fires: false, hasPassed: false }
  const isHeld = state === 'FIRED' || state === 'BEYOND'
  const isOver = isHeld && (sight.isClear || (occasion !== sight.occasion && sight.occasion !== ''))
  const hasPassed = isOver && state === 'FIRED'
  if (hasPassed && !isRepeating) return { state: 'OVER', occasion, fires: false, hasPassed }
  if (isHeld && !isOver) return { state, occasion, fires: false, hasPassed: false }
  return sight.isMet ? { state: 'FIRED', occasion: sight.occasion, fires: true, hasPassed } : { state: 'WAITING', occasion: sight.occasion, fires: false, hasPassed }
}
