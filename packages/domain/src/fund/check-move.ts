// Checks whether the books can change to another account after a day, and whether a move can be completed or cancelled
// (docs/rules/fund.md, "Moving to another account").
import type { FundChange } from './change.ts'
import type { FundRefusal } from './fund-refusal.ts'
import type { FundReplay } from './replay-fund.ts'

type NotMovable = Extract<FundRefusal, { name: 'not-movable' }>
type ArrivalNotPossible = Extract<FundRefusal, { name: 'arrival-not-possible' }>

/**
 * Returns the first reason why the old account cannot be left after a day, or undefined. `before` is a replay of the
 * books with the old account alone.
 */
export function checkMove(
  { move, facts }: Extract<FundChange, { kind: 'move-account' }>,
  before: FundReplay,
): FundRefusal | undefined {
  const { day, arrivedOn } = move
  const no = (because: NotMovable['because'], on = day): NotMovable => ({ name: 'not-movable', day: on, because })
  const last = before.current.moves.at(-1)
  if (last && last.arrivedOn === undefined) return no('in-transit', last.day)
  if (last?.arrivedOn !== undefined && (day <= last.day || day < last.arrivedOn))
    return no('before-last-move', last.arrivedOn)
  const valuation = before.valuations.find((one) => one.day === day)
  if (!valuation || valuation.quality === 'unreconciled') return no('not-valued')
  const level = before.unexplainedLevels.findLast((one) => one.day <= day)
  if (level && level.outstandingCents > 0n) return no('unexplained-withdrawal', level.day)
  const uncovered = before.breaches.find((breach) => breach.kind === 'not-covered' && breach.day <= day)
  if (uncovered) return no('not-covered', uncovered.day)
  const pending = before.pending.find((record) => record.day <= day)
  if (pending) return no('pending', pending.day)
  const matched = new Set(before.current.matches.flatMap((match) => match.movementIds))
  // Money that came later is not part of the last close, and a match of later money would lose its movement.
  const late = before.current.movements.find(
    (movement) => movement.day > day && (movement.amountCents > 0n || matched.has(movement.id)),
  )
  if (late) return no('money-later', late.day)
  if (arrivedOn === undefined || arrivedOn === day) return undefined
  if (arrivedOn < day) return { name: 'arrival-not-possible', day: arrivedOn, because: 'not-after-move' }
  const arrival = facts.closes.filter((close) => close.day === arrivedOn)
  return arrival.some((close) => close.quality !== 'unreconciled')
    ? undefined
    : { name: 'arrival-not-possible', day: arrivedOn, because: 'not-valued' }
}

/** Returns why a move cannot be completed on a day, or undefined. */
export function checkArrival(
  { moveId, arrivedOn }: Extract<FundChange, { kind: 'complete-move' }>,
  before: FundReplay,
): FundRefusal | undefined {
  const no = (because: ArrivalNotPossible['because']): ArrivalNotPossible => ({
    name: 'arrival-not-possible',
    day: arrivedOn,
    because,
  })
  const last = before.current.moves.at(-1)
  if (last?.id !== moveId || last.arrivedOn !== undefined) return no('nothing-in-transit')
  if (arrivedOn <= last.day) return no('not-after-move')
  const valuation = before.valuations.find((one) => one.day === arrivedOn)
  return !valuation || valuation.quality === 'unreconciled' ? no('not-valued') : undefined
}

/**
 * Returns why a move cannot be cancelled, or undefined: it is complete, or money has been matched in the new account.
 */
export function checkCancelledMove(moveId: string, before: FundReplay): FundRefusal | undefined {
  const last = before.current.moves.at(-1)
  if (last?.id !== moveId || last.arrivedOn !== undefined)
    return { name: 'arrival-not-possible', day: last?.day ?? before.day, because: 'nothing-in-transit' }
  const matched = new Set(before.current.matches.flatMap((match) => match.movementIds))
  const late = before.current.movements.find((movement) => movement.day > last.day && matched.has(movement.id))
  return late && { name: 'not-movable', day: late.day, because: 'money-later' }
}
