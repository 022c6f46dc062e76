// Changes that wait for a second person, in random histories: what is approved is dated by its approval, or by the
// movement of its money if that is earlier (docs/rules/fund.md, "The second person").
import { addCalendarDays } from '../../calendar/market-day.ts'
import type { MarketDay } from '../../kind.ts'
import type { FundChange } from '../change.ts'
import { calculateCharge } from '../fee/calculate-charge.ts'
import { chargeOf } from '../fee/charge-draft.ts'
import { openFeeEnds } from '../fee/period-end.ts'
import { proposeMatches } from '../propose-match.ts'
import type { Entry, FeeCharge, FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'

export interface WaitingChange {
  readonly change: FundChange
  /** The last day on which it can be approved. */
  readonly until: MarketDay
}

export function waitUntilApproved(change: FundChange, today: MarketDay): WaitingChange {
  return { change, until: addCalendarDays(today, 14) }
}

/** Returns what an approval makes of a change today, or undefined if it has expired or no longer fits. */
export function approvedOn(
  { change, until }: WaitingChange,
  records: FundRecords,
  today: MarketDay,
): FundChange | undefined {
  if (today > until) return undefined
  switch (change.kind) {
    case 'add-entry':
      return { ...change, entry: dateEntry(change.entry, records, today), reason: 'approved' }
    case 'add-distribution':
      return { ...change, entries: change.entries.map((entry) => ({ ...entry, day: today })) }
    case 'add-transfer':
      return { ...change, transfer: { ...change.transfer, day: today } }
    case 'set-fee-policy':
      return { ...change, policy: { ...change.policy, firstDay: addCalendarDays(today, 1) } }
    case 'charge-fees': {
      const charge = calculateAgain(change.charge, records)
      return charge && totalOf(charge) === totalOf(change.charge) ? { ...change, charge } : undefined
    }
    default:
      return change
  }
}

function dateEntry(entry: Entry, records: FundRecords, today: MarketDay): Entry {
  for (const day of [entry.day, today]) {
    const entries = [...records.entries, { ...entry, day }]
    const match = proposeMatches({ ...records, entries }).find(({ itemId }) => itemId === entry.id)
    const movement = records.movements.find(({ id }) => id === match?.movementId)
    if (movement) return { ...entry, day: movement.day < today ? movement.day : today }
  }
  return { ...entry, day: today }
}

function calculateAgain({ id, endDay, isWaived }: FeeCharge, records: FundRecords): FeeCharge | undefined {
  const replay = replayFund(records)
  const end = openFeeEnds(replay).find((one) => one.endDay === endDay)
  const charge = end && calculateCharge(replay, end, { id, isWaived })
  return charge && chargeOf(charge)
}

const totalOf = ({ lines }: FeeCharge): bigint => lines.reduce((sum, { amountCents }) => sum + amountCents, 0n)
