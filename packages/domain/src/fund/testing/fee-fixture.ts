// Shorthands for fees in tests: policies, and charges that are made as their owner would make them.
import { marketDay } from '../../calendar/market-day.ts'
import { nextSession } from '../../calendar/session.ts'
import type { MarketDay } from '../../kind.ts'
import { formatCents } from '../../money/cents.ts'
import { formatUnits } from '../../money/unit-step.ts'
import type { FundChange } from '../change.ts'
import { type CalculatedCharge, chargeOf } from '../fee/charge-draft.ts'
import { calculateCharge } from '../fee/calculate-charge.ts'
import { openFeeEnds } from '../fee/period-end.ts'
import { judgeChange } from '../judge-change.ts'
import type { FeeCharge, FeePolicy, FundRecords } from '../record.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { unitValueText } from '../unit-value.ts'

let counter = 0
function nextId(prefix: string): string {
  counter += 1
  return `${prefix}${String(counter).padStart(6, '0')}`
}

export const day = (text: string): MarketDay => marketDay(text)

const millionthsOf = (percent: number): bigint => BigInt(Math.round(percent * 10_000))

/** A management fee in percent a year, to the holder "office", by the month. */
export function managementFee(percent: number, firstDay: string, more: Partial<FeePolicy> = {}): FeePolicy {
  return {
    id: nextId('p'),
    kind: 'management',
    rateMillionths: millionthsOf(percent),
    hurdleMillionths: 0n,
    receiverId: 'office',
    period: 'month',
    ownRates: [],
    firstDay: day(firstDay),
    ...more,
  }
}

/** A performance fee in percent of the gain, to the holder "office", by the month. */
export function performanceFee(percent: number, firstDay: string, more: Partial<FeePolicy> = {}): FeePolicy {
  return { ...managementFee(percent, firstDay, more), kind: 'performance' }
}

export const hurdleOf = (percent: number): Pick<FeePolicy, 'hurdleMillionths'> => ({
  hurdleMillionths: millionthsOf(percent),
})

/** The charge that is due next, with its figures. */
export function nextCharge(records: FundRecords, isWaived = false): CalculatedCharge {
  const replay = replayFund(records)
  const [end] = openFeeEnds(replay)
  const charge = end && calculateCharge(replay, end, { id: nextId('f'), isWaived })
  if (!charge) throw new Error('No charge is due')
  return charge
}

/** Makes the charge that is due next. */
export function chargeNext(records: FundRecords, isWaived = false): FundRecords {
  const charge = chargeOf(nextCharge(records, isWaived))
  return change(records, { kind: 'charge-fees', charge }, nextSession(charge.endDay))
}

/** Makes a change, which has to be allowed. */
export function change(records: FundRecords, wanted: FundChange, today: MarketDay): FundRecords {
  const judgement = judgeChange(records, wanted, today)
  if (!judgement.isAllowed) throw new Error(`Refused: ${judgement.refusal.name}`)
  return judgement.records
}

/** The lines of a charge as text: "a management 169.86". */
export function linesOf({ lines }: Pick<FeeCharge, 'lines'>): string[] {
  return lines.map(({ holderId, kind, amountCents }) => `${holderId} ${kind} ${formatCents(amountCents)}`)
}

/** A holder's lots as text, oldest first: "100.00000000 at 10.00". */
export function lotsOf(replay: FundReplay, holderId: string): string[] {
  const lots = replay.fees?.accounts.get(holderId)?.lots ?? []
  return lots
    .toSorted((a, b) => a.since - b.since)
    .map((lot) => `${formatUnits(lot.units as never)} at ${unitValueText(lot.mark, 2)}`)
}
