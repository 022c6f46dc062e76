// The days behind a management fee: what a holder had on each of them, at which unit value and rate, so that anybody
// can recompute the fee (docs/rules/fund-fees.md, "Management fee"). It reads the journal of the books alone, apart
// from the running sums that the fee is calculated with.
import { addCalendarDays, dayNumberOf, marketDayOfNumber } from '../../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents, toUnitSteps, type UnitSteps } from '../../kind.ts'
import { compareFractions, divideHalfEven, type Fraction } from '../../money/fraction.ts'
import { isInTransit } from '../carry-move.ts'
import type { FeePolicy, HolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import { attoPerCent } from './fee-account.ts'
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
}

/**
 * Returns the days of a holder's management fee at a period end, from the day after the last charge on. What came over
 * from that charge, and these days, less what leaving has paid, are the exact fee.
 * Example: 100,000.00 from 5 to 31 March at 10.00, 2 %: one span of 27 days and 147.95.
 */
export function managementDays(replay: FundReplay, endDay: MarketDay, holderId: HolderId): ManagementDays {
  const first = firstDayOf(replay, endDay, holderId)
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
  return { spans, paidCents: paidBetween(replay, holderId, first, endDay) }
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

/** The day after the last earlier charge of the holder, or the opening. */
function firstDayOf({ current, records }: FundReplay, endDay: MarketDay, holderId: HolderId): MarketDay {
  const before = current.charges.filter(
    (charge) =>
      charge.endDay < endDay && charge.lines.some((line) => line.holderId === holderId && line.kind === 'management'),
  )
  const last = before
    .map((charge) => charge.endDay)
    .sort()
    .at(-1)
  return last === undefined ? records.opening.day : addCalendarDays(last, 1)
}

/** Returns units, unit value and rate of days in ascending order. */
function lineFor(replay: FundReplay, holderId: HolderId): (day: MarketDay) => DayLine {
  const { records, current } = replay
  // Before the day, a day's dealing counts on the same day; of the day, from the next one on.
  const delay = records.dealing === 'before-the-day' ? 0 : 1
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
    for (let one = dealings[nextDealing]; one && addCalendarDays(one.day, delay) <= day; one = dealings[nextDealing]) {
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

/** What retributions and transfers have paid in days that the period covers. */
function paidBetween({ dealings, current, records }: FundReplay, holderId: HolderId, from: MarketDay, to: MarketDay) {
  const chargeIds = new Set(current.charges.map(({ id }) => id))
  // Of the day, what leaves at the last close of a period is dealt after its charge.
  const isInside = (day: MarketDay) =>
    records.dealing === 'before-the-day' ? day >= from && day <= to : day >= addCalendarDays(from, -1) && day < to
  return toCents(
    dealings
      .filter((one) => one.holderId === holderId && one.cause === 'management-fee' && one.feeCents < 0n)
      .filter((one) => !chargeIds.has(one.recordId ?? '') && isInside(one.day))
      .reduce((sum, { feeCents }) => sum - feeCents, 0n),
  )
}
