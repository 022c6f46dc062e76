// The days of a period as the lines of a fund or of one holder count them: at which units each close was valued, and
// which part of it the holder had.
import type { MarketDay } from '../kind.ts'
import {
  divideFractions,
  type Fraction,
  fraction,
  lowestTerms,
  multiplyFractions,
  zeroFraction,
} from '../money/fraction.ts'
import type { UnitDeal, Valuation } from '../fund/book.ts'
import { dealingsByHolder } from '../fund/compare-replay.ts'
import type { HolderId } from '../fund/record.ts'
import type { FundReplay } from '../fund/replay-fund.ts'

export interface DaySpan {
  readonly from: MarketDay
  readonly to: MarketDay
}

/**
 * What a day's profit of a line is multiplied by. Its part is `heldUnits` / `units`. Its contribution is `growth` /
 * `units`, in the unit of 1 = 100 %; undefined where there is no percent.
 */
export interface DayShare {
  readonly units: bigint
  readonly heldUnits: bigint
  readonly growth: Fraction | undefined
}

export interface AttributedDay {
  readonly day: MarketDay
  /** The close before, or the opening. */
  readonly startDay: MarketDay
  /** Stated value less the base, in whole cents; of the whole fund, also for a holder. */
  readonly profitCents: bigint
  /** Expenses of the fund that took effect with the close, as a positive amount. */
  readonly expensesCents: bigint
  /** The value after the close before, with what was dealt since, in cents. */
  readonly baseCents: Fraction
  readonly share: DayShare
}

/**
 * Returns the closes of a period in order. Growth links the days: a line's contribution to the period is the sum over
 * its days of profit / base x unit value before / unit value at the start, which is profit / units / unit value at the
 * start. Example: a fund of 1,000 units opens at 10.00; 100.00 earned on the first day are 1 %, and 201.00 on the
 * second, at 10.05, are 2 % of 10,050.00 and 2.01 % of the period. Source: docs/rules/attribution.md, "Contribution".
 */
export function attributedDays(replay: FundReplay, span: DaySpan): AttributedDay[] {
  const start = startRate(replay.valuations, span)
  const growth = start && start.numerator > 0n ? divideFractions(one, start) : undefined
  return closesWithin(replay, span).map(({ figures, units, hasPercent }) => ({
    ...figures,
    // Without units everything belongs to the fund itself. It has no percent, but nothing that was earned needs none.
    share:
      units === 0n
        ? { units: 1n, heldUnits: 1n, growth: hasPercent ? zeroFraction : undefined }
        : { units, heldUnits: units, growth: hasPercent ? growth : undefined },
  }))
}

const one = fraction(1n)

interface HolderFee {
  readonly day: MarketDay
  readonly cause: 'management-fee' | 'performance-fee'
  readonly feeCents: bigint
  /** What it takes from the return of the holder, or adds; undefined where there is no percent. */
  readonly contribution: Fraction | undefined
}

export interface HolderDays {
  /** The closes at which the holder had units. */
  readonly days: readonly AttributedDay[]
  readonly fees: readonly HolderFee[]
  /** The holder's return, 1 is 100 %, net of the fees that were charged; undefined where there is no percent. */
  readonly total: Fraction | undefined
}

/**
 * Returns the same for one holder. Their return chains the days on which they had units, from the first one in the
 * period, and a charged fee takes the part of the units that pays it; so lines and fees add up to it.
 * Source: docs/rules/attribution.md, "A holder's part".
 */
export function holderDays(replay: FundReplay, holderId: HolderId, span: DaySpan): HolderDays {
  const own = dealingsByHolder(replay).get(holderId) ?? []
  const fees: HolderFee[] = []
  const days: AttributedDay[] = []
  let held = 0n
  let next = 0
  /** Growth of the holder since their first day in the period, up to the time in which the units stay. */
  let growth: Fraction | undefined = one
  /** While they stay: that growth / the unit value they started at, and the unit value now. */
  let perRate: Fraction | undefined
  let rate = one
  const settle = (): void => {
    if (growth && perRate) growth = lowestTerms(multiplyFractions(perRate, rate))
    perRate = undefined
  }
  const take = (dealing: UnitDeal): void => {
    const before = held
    held += dealing.units
    if (dealing.day < span.from || dealing.day > span.to) return
    if (dealing.cause !== 'management-fee' && dealing.cause !== 'performance-fee') return
    settle()
    const isPaid = dealing.feeCents < 0n && before > 0n
    const contribution = growth && multiplyFractions(growth, isPaid ? fraction(dealing.units, before) : zeroFraction)
    if (growth && isPaid) growth = lowestTerms(multiplyFractions(growth, fraction(held, before)))
    fees.push({ day: dealing.day, cause: dealing.cause, feeCents: dealing.feeCents, contribution })
  }
  for (const close of closesWithin(replay, span)) {
    for (; own[next] && own[next]!.step < close.closeStep; next += 1) take(own[next]!)
    if (held === 0n) {
      settle()
      continue
    }
    if (growth && close.hasPercent) {
      perRate ??= lowestTerms(divideFractions(growth, close.rateBefore))
      rate = close.rate
    } else growth = perRate = undefined
    days.push({ ...close.figures, share: { units: close.units, heldUnits: held, growth: perRate } })
  }
  for (; own[next]; next += 1) take(own[next]!)
  settle()
  const total = growth && days.length > 0 ? { ...growth, numerator: growth.numerator - growth.denominator } : undefined
  return { days, fees, total }
}

interface CloseWithin {
  readonly figures: Omit<AttributedDay, 'share'>
  readonly closeStep: number
  readonly units: bigint
  readonly rateBefore: Fraction
  readonly rate: Fraction
  /** False where base or unit value is zero or less, unless nothing was there and nothing was earned. */
  readonly hasPercent: boolean
}

function closesWithin({ valuations, dealings }: FundReplay, { from, to }: DaySpan): CloseWithin[] {
  const closes: CloseWithin[] = []
  let units = 0n
  let next = 0
  for (const [index, now] of valuations.entries()) {
    for (; dealings[next] && dealings[next]!.step < now.closeStep; next += 1) units += dealings[next]!.units
    const before = valuations[index - 1]
    if (!before || now.day < from || now.day > to) continue
    const profitCents = now.brokerValueCents - before.brokerValueCents - now.movementsCents - now.expensesCents
    closes.push({
      figures: {
        day: now.day,
        startDay: before.day,
        profitCents,
        expensesCents: now.expensesCents,
        baseCents: multiplyFractions(before.rate, fraction(units)),
      },
      closeStep: now.closeStep,
      units,
      rateBefore: before.rate,
      rate: now.rate,
      hasPercent: units > 0n ? before.rate.numerator > 0n && now.rate.numerator > 0n : profitCents === 0n,
    })
  }
  return closes
}

function startRate(valuations: readonly Valuation[], { from }: DaySpan): Fraction | undefined {
  return (valuations.findLast(({ day }) => day < from) ?? valuations[0])?.rate
}
