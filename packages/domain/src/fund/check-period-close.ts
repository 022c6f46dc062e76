// Checks whether the books can be closed up to a day: the day is in the past, up to it nothing is unexplained,
// uncovered, uncharged or pending, and its last close is there (docs/rules/fund.md, "Matching", "No holder below zero"
// and "Period close").
import { addSessions, sessionOnOrBefore } from '../calendar/session.ts'
import type { MarketDay } from '../kind.ts'
import { endsToCharge } from './fee/calculate-charge.ts'
import type { FundRefusal } from './fund-refusal.ts'
import type { FundRecords } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

/** A close that does not add up is read again for this many sessions, then left as it is. */
export const closeRetrySessions = 10

/** Returns the first obstacle to closing the period, or undefined. */
export function checkPeriodClose(
  records: FundRecords,
  until: MarketDay,
  today: MarketDay,
  before: FundReplay,
): FundRefusal | undefined {
  const no = (
    because: Extract<FundRefusal, { name: 'period-not-closable' }>['because'],
    day: MarketDay,
  ): FundRefusal => ({
    name: 'period-not-closable',
    day,
    because,
  })
  if (until >= today) return no('not-past', today)
  if (until < records.opening.day) return no('before-opening', records.opening.day)
  if (records.closedUntil !== undefined && until <= records.closedUntil)
    return no('already-closed', records.closedUntil)
  const level = before.unexplainedLevels.findLast((candidate) => candidate.day <= until)
  if (level && level.outstandingCents > 0n) return no('unexplained-withdrawal', level.day)
  const uncovered = before.breaches.find((breach) => breach.kind === 'not-covered' && breach.day <= until)
  if (uncovered) return no('not-covered', uncovered.day)
  const moved = before.current.moves.find((move) => until > move.day && move.arrivedOn === undefined)
  if (moved) return no('in-transit', moved.day)
  const uncharged = endsToCharge(before).find((end) => end.endDay <= until)
  if (uncharged) return no('not-charged', uncharged.endDay)
  const pending = before.pending.find((record) => record.day <= until)
  if (pending) return no('pending', pending.day)
  const session = sessionOnOrBefore(until)
  // Closed books never take in a close of their period. One with a later close behind it does not come any more.
  if (session > records.opening.day && before.valuations.every(({ day }) => day < session))
    return no('close-missing', session)
  const last = before.valuations.findLast(({ day }) => day <= until)
  if (last?.quality === 'unreconciled' && last.day >= addSessions(today, -closeRetrySessions))
    return no('close-unreconciled', last.day)
  return undefined
}
