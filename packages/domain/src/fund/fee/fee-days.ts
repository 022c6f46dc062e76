// The days behind a management fee: what a holder had on each of them, at which unit value and rate, so that anybody
// can recompute the fee (docs/rules/fund-fees.md, "Management fee"). It reads the journal of the books and where the
// days begin, apart from the running sums that the fee is calculated with.
import { addCalendarDays, dayNumberOf, marketDayOfNumber } from '../../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents, toUnitSteps, type UnitSteps } from '../../kind.ts'
import { compareFractions, divideHalfEven, type Fraction } from '../../money/fraction.ts'
import type { UnitDeal } from '../book.ts'
import { isInTransit } from '../carry-move.ts'
import type { FeePolicy, FundRecords, HolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import { dealingDayOf } from '../schedule.ts'
import { attoPerCent } from './fee-account.ts'
import type { FeeEvent } from './fee-event.ts'
import { oneMillion, policiesOf, rateOf } from './policy.ts'

/** Days in a row with the same units, unit value and rate. */
export interface FeeDays {
  readonly from: MarketDay
  readonly to: MarketDay
  readonly days: number
  readonly units: UnitSteps
  /** Cents per unit step of the last usable close. */
  readonly rate: Fraction
  readonly rateMillionths: bigint
  /** Their fee, in 1e-18 of a cent. */
  readonly atto: bigint
}

export interface ManagementDays {
  readonly spans: readonly FeeDays[]
  /** What leaving has paid of it in the period. */
  readonly paidCents: Cents
  /** The fee of all days less what leaving has paid, in 1e-18 of a cent. */
  readonly sumAtto: bigint
}

/**
 * Returns the days of a holder's management fee at a period end, from where the fee is counted on. What came over from
 * the last charge, and these days, less what leaving has paid, are the exact fee.
 * Example: 100,000.00 from 5 to 31 March at 10.00, 2 %: one span of 27 days and 147.95.
 */
export function managementDays(replay: FundReplay, endDay: MarketDay, holderId: HolderId): ManagementDays {
  const { first, paidCents } = countedFrom(replay, endDay, holderId)
  const lineOf = lineFor(replay, holderId)
  const spans: FeeDays[] = []
  for (let number = dayNumberOf(first); number <= dayNumberOf(endDay); number += 1) {
    const day = marketDayOfNumber(number)
    const line = lineOf(day)
    if (line.units <= 0n || line.rateMillionths === 0n) continue
    const last = spans.at(-1)
    const isSame =
      last?.units === line.units &&
      compareFractions(last.rate, line.rate) === 0 &&
      last.rateMillionths === line.rateMillionths &&
      addCalendarDays(last.to, 1) === day
    if (isSame) spans.pop()
    spans.push(spanOf(line, isSame ? last.from : day, day))
  }
  return { spans, paidCents, sumAtto: spans.reduce((sum, { atto }) => sum + atto, -paidCents * attoPerCent) }
}

interface DayLine {
  readonly units: UnitSteps
  readonly rate: Fraction
  readonly rateMillionths: bigint
}

function spanOf(line: DayLine, from: MarketDay, to: MarketDay): FeeDays {
  const days = dayNumberOf(to) - dayNumberOf(from) + 1
  const { numerator, denominator } = line.rate
  const cents = numerator <= 0n ? 0n : line.units * numerator * line.rateMillionths * BigInt(days)
  return { ...line, from, to, days, atto: divideHalfEven(cents * attoPerCent, denominator * 365n * oneMillion) }
}

/** The first day that counts, and what leaving has paid since. */
interface Counted {
  readonly first: MarketDay
  readonly paidCents: Cents
}

/**
 * Returns from where on a holder's fee at a period end is counted: after the last charge before it, after they took
 * everything, or from the day on which they began to receive the fee. Without any of these it is the opening.
 */
function countedFrom({ fees, records }: FundReplay, endDay: MarketDay, holderId: HolderId): Counted {
  let first = records.opening.day
  let paidCents = 0n
  for (const event of fees?.events ?? []) {
    if (!concerns(event, holderId) || !isBeforeCharge(event, endDay, records)) continue
    if (event.kind === 'left') paidCents += event.paidCents
    if (event.kind === 'left' && !event.isAll) continue
    first = marketDayOfNumber(event.through + 1)
    paidCents = 0n
  }
  return { first, paidCents: toCents(paidCents) }
}

function concerns(event: FeeEvent, holderId: HolderId): boolean {
  if (event.kind !== 'charged') return event.holderId === holderId
  return event.charge.lines.some((line) => line.holderId === holderId && line.kind === 'management')
}

/** Returns whether something is in the books before the charge of a period end is calculated. */
function isBeforeCharge(event: FeeEvent, endDay: MarketDay, { dealing }: FundRecords): boolean {
  const dealingDay = dealingDayOf(endDay, dealing)
  switch (event.kind) {
    // The charge of an earlier end comes first on a day, also where it had to wait for it.
    case 'charged':
      return event.charge.endDay < endDay && event.day <= dealingDay
    // What leaves at the close of the end, or on the day after it, is dealt after the charge.
    case 'left':
      return event.day < dealingDay
    case 'receives':
      return event.day <= endDay
  }
}

/** Returns units, unit value and rate of days in ascending order. */
function lineFor(replay: FundReplay, holderId: HolderId): (day: MarketDay) => DayLine {
  const { records, current } = replay
  // What a close deals counts from the next day on: all of it with dealing of the day, otherwise what waited for it.
  const closeSteps = new Map(replay.valuations.slice(1).map(({ day, closeStep }) => [day, closeStep]))
  const countsFrom = ({ day, step }: UnitDeal): MarketDay =>
    step > (closeSteps.get(day) ?? step) ? addCalendarDays(day, 1) : day
  const dealings = replay.dealings.filter((one) => one.holderId === holderId)
  const closes = replay.valuations.filter(
    ({ day, quality }) => quality !== 'unreconciled' && !current.moves.some((move) => isInTransit(move, day)),
  )
  const policies = policiesOf(records, 'management')
  let units = 0n
  let nextDealing = 0
  let rate: Fraction = closes[0]?.rate ?? replay.rate
  let nextClose = 0
  let policy: FeePolicy | undefined
  let nextPolicy = 0
  return (day) => {
    for (let one = dealings[nextDealing]; one && countsFrom(one) <= day; one = dealings[nextDealing]) {
      units += one.units
      nextDealing += 1
    }
    for (let one = closes[nextClose]; one && one.day <= day; one = closes[nextClose]) {
      rate = one.rate
      nextClose += 1
    }
    for (let one = policies[nextPolicy]; one && one.firstDay <= day; one = policies[nextPolicy]) {
      policy = one
      nextPolicy += 1
    }
    return { units: toUnitSteps(units), rate, rateMillionths: rateOf(policy, holderId) }
  }
}
