// What keeps scheduled statements waiting. Nobody looks at them before they go out, as somebody does at those mailed by
// hand, so they wait until the books of their period are closed.
import { Refusal } from '@clubfolio/contract'
import { judgeChange, sessionOnOrBefore, type MarketDay } from '@clubfolio/domain'
import type { CurrentFund } from '../book/load-fund.ts'
import { periodRefusalOf } from '../book/refuse.ts'

/**
 * Returns why the books up to a day are not closed, as what to do about it, or undefined where they are. `today` is the
 * account's market day.
 */
export function findObstacle(
  { records, replay }: Pick<CurrentFund, 'records' | 'replay'>,
  to: MarketDay,
  today: MarketDay,
): string | undefined {
  if (records.closedUntil !== undefined && records.closedUntil >= to) return undefined
  if (to > today) return new Refusal('statementAhead', { day: today, to }).message
  const session = sessionOnOrBefore(to)
  const last = replay.valuations.findLast(({ day }) => day <= to)
  if (session > records.opening.day && (last === undefined || last.day < session))
    return `The close of ${session} has not been read from the brokerage.`
  if (last?.quality === 'unreconciled')
    return (
      `The close of ${last.day} is not reconciled: a price was missing, or its cash does not follow from the close ` +
      'before.'
    )
  const judgement = judgeChange(records, { kind: 'close-period', until: to }, today, replay)
  return judgement.isAllowed || judgement.refusal.name !== 'period-not-closable'
    ? `Close the books up to ${to} under Books, Settings.`
    : periodRefusalOf(judgement.refusal).message
}
