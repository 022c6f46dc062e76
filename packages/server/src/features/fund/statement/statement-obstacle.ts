// What keeps scheduled statements waiting. Statements mailed by hand are looked at first, and these are not: so they go
// out only when the books of the period are ready to be closed.
import { Refusal } from '@clubfolio/contract'
import { judgeChange, sessionOnOrBefore, type MarketDay } from '@clubfolio/domain'
import type { CurrentFund } from '../book/load-fund.ts'
import { periodRefusalOf } from '../book/refuse.ts'

/** Returns why the statements up to a day cannot go out yet, or undefined. `today` is the account's market day. */
export function findObstacle(
  { records, replay }: Pick<CurrentFund, 'records' | 'replay'>,
  to: MarketDay,
  today: MarketDay,
): string | undefined {
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
  if (judgement.isAllowed || judgement.refusal.name !== 'period-not-closable') return undefined
  return judgement.refusal.because === 'already-closed' ? undefined : periodRefusalOf(judgement.refusal).message
}
