// What keeps scheduled statements waiting. Nobody looks at them before they go out, as somebody does at those mailed by
// hand, so they wait until the books of their period are closed.
import { Refusal } from '@clubfolio/contract'
import { judgeChange, type MarketDay } from '@clubfolio/domain'
import type { CurrentFund } from '../book/load-fund.ts'
import { periodRefusalOf } from '../book/refuse.ts'

export interface Obstacle {
  /** Stays the same from day to day, so that each obstacle is reported once. */
  readonly name: string
  /** Why, and what to do about it. */
  readonly text: string
}

const obstacleOf = (refusal: Refusal): Obstacle => ({ name: refusal.refusal, text: refusal.message })

/**
 * Returns why the books up to a day are not closed, or undefined where they are. `today` is the account's market day.
 */
export function findObstacle(
  { records }: Pick<CurrentFund, 'records'>,
  to: MarketDay,
  today: MarketDay,
): Obstacle | undefined {
  if (records.closedUntil !== undefined && records.closedUntil >= to) return undefined
  if (to > today) return obstacleOf(new Refusal('statementAhead', { day: today, to }))
  const judgement = judgeChange(records, { kind: 'close-period', until: to }, today)
  return judgement.isAllowed || judgement.refusal.name !== 'period-not-closable'
    ? { name: 'booksOpen', text: `Close the books up to ${to} under Books, Settings.` }
    : obstacleOf(periodRefusalOf(judgement.refusal))
}
