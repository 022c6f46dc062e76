// The identities of docs/rules/attribution.md over random accounts and over the random histories that the books of
// funds are tested with, fees, gifts, moves and corrections included. A failure prints its seed.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addFractions,
  compareFractions,
  divideFractions,
  fraction,
  multiplyFractions,
  roundHalfEven,
  zeroFraction,
  type Fraction,
} from '../money/fraction.ts'
import { holderFigures } from '../fund/holder-figure.ts'
import { dealingsByHolder } from '../fund/compare-replay.ts'
import { replayFund, type FundReplay } from '../fund/replay-fund.ts'
import { feeSeeds, historySeeds, movingSeeds, playHistory } from '../fund/testing/random-history.ts'
import { addCalendarDays } from '../calendar/market-day.ts'
import { matchLots } from '../trade/match-lots.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { attributedDays, holderDays, type AttributedDay, type HolderDays } from './attributed-day.ts'
import { attributeClose, profitOfLine, type CloseLine } from './close-line.ts'
import { holderValueAt } from './holder-value.ts'
import { roundLines } from './sum-lines.ts'
import { sumShares, type SharedProfit } from './testing/sum-shares.ts'
import { accountSeeds, playAccount, type PlayedAccount } from './testing/random-account.ts'

const runs = { numRuns: propertyRuns(150, 10_000), seed: propertySeed() }
const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)

function linesOf({ opening, closes }: PlayedAccount): CloseLine[][] {
  return closes.map(({ now, bookings }, index) =>
    attributeClose({ before: index === 0 ? opening : closes[index - 1]!.now, now, bookings }),
  )
}

describe('over random accounts', () => {
  test('the lines of a close add up, and only what the brokerage states beyond its bookings is not explained', () => {
    fc.assert(
      fc.property(accountSeeds, (seed) => {
        const played = playAccount(seed)
        for (const [index, lines] of linesOf(played).entries()) {
          const { now, paidCents, unexplainedCents } = played.closes[index]!
          const before = index === 0 ? played.opening : played.closes[index - 1]!.now
          expect(sum(lines.map(profitOfLine))).toBe(now.statedCents - before.statedCents - paidCents)
          const rest = lines.filter(({ kind }) => kind === 'NOT_EXPLAINED')
          expect(sum(rest.map(profitOfLine))).toBe(unexplainedCents)
          for (const line of lines.filter(({ kind }) => kind === 'INSTRUMENT'))
            expect(profitOfLine(line)).toBe(line.valueCents - line.beforeCents + line.netCents)
        }
      }),
      runs,
    )
  })

  test('the price of a line is what its lots have realised before fees, and what they have open', () => {
    fc.assert(
      fc.property(accountSeeds, (seed) => {
        const played = playAccount(seed)
        const lines = linesOf(played).flat()
        for (const [symbol, { events, valueCents }] of played.lots) {
          const own = lines.filter((line) => line.symbol === symbol)
          const { gains, open } = matchLots(events)
          const realised = sum(gains.map(({ profitCents }) => profitCents ?? 0n))
          const cost = sum(open.map(({ side, amountCents }) => (side === 'LONG' ? amountCents! : -amountCents!)))
          expect(sum(own.map(({ priceCents }) => priceCents))).toBe(realised + valueCents - cost)
        }
      }),
      runs,
    )
  })
})

const fundSeeds = fc.oneof(
  { weight: 3, arbitrary: historySeeds(14) },
  { weight: 3, arbitrary: feeSeeds(14) },
  { weight: 1, arbitrary: movingSeeds(14) },
)
const cases = fc.record({
  seed: fundSeeds,
  cuts: fc.array(fc.integer({ min: -50_000, max: 50_000 }), { minLength: 3, maxLength: 3 }),
  from: fc.nat(20),
  length: fc.nat(60),
})

interface Case {
  readonly replay: FundReplay
  readonly span: { readonly from: ReturnType<typeof addCalendarDays>; readonly to: ReturnType<typeof addCalendarDays> }
  readonly cuts: readonly number[]
}

const caseOf = ({ seed, cuts, from, length }: typeof cases extends fc.Arbitrary<infer One> ? One : never): Case => {
  const { records } = playHistory(seed)
  const first = addCalendarDays(records.opening.day, from)
  const span = { from: first, to: addCalendarDays(first, length) }
  return { replay: replayFund(records, span.to), span, cuts }
}

/** Divides the profit of each day among four lines. */
function divide(days: readonly AttributedDay[], cuts: readonly number[]): SharedProfit[] {
  return days.flatMap(({ share, profitCents }, index) => {
    const parts = cuts.map((cut, line) => BigInt(cut) * BigInt(((index + line) % 3) - 1))
    return [...parts, profitCents - sum(parts)].map((priceCents, line) => ({
      line: `line ${line}`,
      share,
      priceCents,
    }))
  })
}

const isAtMost = (value: Fraction, most: Fraction): boolean =>
  compareFractions(value, most) <= 0 && compareFractions(value, { ...most, numerator: -most.numerator }) >= 0

describe('over random books of funds', () => {
  test('a day adds up to what the fund is worth, less what it was worth and what was dealt', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { replay, span } = caseOf(one)
        for (const { day, profitCents } of attributedDays(replay, span)) {
          const index = replay.valuations.findIndex((valuation) => valuation.day === day)
          const [before, now] = [replay.valuations[index - 1]!, replay.valuations[index]!]
          const dealt = replay.dealings.filter(({ step }) => step > before.step && step <= now.step)
          expect(profitCents).toBe(
            now.fundValueCents - before.fundValueCents - sum(dealt.filter(isFundFlow).map((deal) => deal.amountCents)),
          )
        }
      }),
      runs,
    )
  })

  test('contributions add up to the time-weighted return, but for the rounding of units', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { replay, span, cuts } = caseOf(one)
        const days = attributedDays(replay, span)
        const last = days.at(-1)
        if (!last || days.some(({ share }) => share.growth === undefined)) return
        const exact = addAll(divide(days, cuts).map(({ share, priceCents }) => contributionOf(share, priceCents)))
        const { valuations } = replay
        const start = valuations.findLast(({ day }) => day < span.from) ?? valuations[0]!
        const end = valuations.findLast(({ day }) => day <= last.day)!
        const total = addFractions(divideFractions(end.rate, start.rate), fraction(-1n))
        const rest = addFractions(total, { ...exact, numerator: -exact.numerator })
        expect(isAtMost(rest, restOfDealings(replay, days))).toBe(true)
        const rounded = [...roundLines(sumShares(divide(days, cuts))).values()]
        expect(sum(rounded.map((line) => line.contributionHundredths))).toBe(
          roundHalfEven({ ...exact, numerator: exact.numerator * 10_000n }),
        )
      }),
      runs,
    )
  })

  test("all holders' parts of a line are the line", () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { replay, span } = caseOf(one)
        const parts = new Map<string, bigint>()
        for (const holderId of dealingsByHolder(replay).keys())
          for (const { day, share } of holderDays(replay, holderId, span).days)
            parts.set(day, (parts.get(day) ?? 0n) + share.heldUnits)
        const shared = attributedDays(replay, span).filter(({ day }) => parts.has(day))
        expect(shared.map(({ day }) => parts.get(day))).toEqual(shared.map(({ share }) => share.units))
      }),
      runs,
    )
  })

  test("a holder's lines and fees are their profit, to a cent for each of the dealings", () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { replay, span, cuts } = caseOf(one)
        const start = replayFund(replay.records, addCalendarDays(span.from, -1))
        const hasStart = span.from > replay.records.opening.day
        const whole = replayFund(playHistory(one.seed).records)
        for (const { holderId, valueCents } of holderFigures(replay)) {
          const own = dealingsByHolder(replay).get(holderId) ?? []
          // What no units are left for belongs to nobody's lines until it is dealt again.
          if (own.some(({ cause }) => cause === 'left-over') || holderId === 'unallocated') continue
          expect(holderValueAt(whole, holderId, span.to)).toBe(valueCents)
          const { days, fees, total } = holderDays(replay, holderId, span)
          expect(isAtMost(restOfReturn(divide(days, cuts), { fees, total }), restOfDealings(replay, days))).toBe(true)
          const before = hasStart
            ? (holderFigures(start).find((row) => row.holderId === holderId)?.valueCents ?? 0n)
            : 0n
          const flows = sum(own.filter(({ day }) => day >= span.from).map(({ flowCents }) => flowCents))
          const rounded = [...roundLines(sumShares(divide(days, cuts))).values()]
          const profitCents = sum(rounded.map((line) => line.profitCents))
          const rest = valueCents - before - flows - profitCents - sum(fees.map(({ feeCents }) => feeCents))
          const most = BigInt(replay.dealings.length) + 3n
          expect(rest <= most && rest >= -most).toBe(true)
        }
      }),
      runs,
    )
  })
})

/** The holder's return less the contributions of their lines and fees; zero where there is no percent. */
function restOfReturn(profits: readonly SharedProfit[], { fees, total }: Pick<HolderDays, 'fees' | 'total'>): Fraction {
  if (!total || fees.some(({ contribution }) => !contribution)) return zeroFraction
  const parts = addAll([
    ...profits.map(({ share, priceCents }) => contributionOf(share, priceCents)),
    ...fees.map(({ contribution }) => contribution!),
  ])
  return addFractions(total, { ...parts, numerator: -parts.numerator })
}

/** Each dealing rounds units by half a step, or an amount by a cent; both count by the growth so far. */
function restOfDealings({ valuations, dealings }: FundReplay, days: readonly AttributedDay[]): Fraction {
  return days.reduce((all, { share: { units, growth } }) => {
    const rate = valuations.reduce(
      (most, one) => (compareFractions(one.rate, most) > 0 ? one.rate : most),
      fraction(2n),
    )
    const perDealing = divideFractions(multiplyFractions(rate, growth ?? zeroFraction), fraction(units))
    const most = multiplyFractions(perDealing, fraction(BigInt(dealings.length)))
    return compareFractions(most, all) > 0 ? most : all
  }, zeroFraction)
}

const isFundFlow = ({ cause }: { readonly cause: string }): boolean =>
  cause === 'contribution' || cause === 'retribution' || cause === 'flow'

const addAll = (all: readonly Fraction[]): Fraction =>
  all.reduce((total, one) => addFractions(total, one), zeroFraction)

const contributionOf = ({ units, growth }: AttributedDay['share'], cents: bigint): Fraction =>
  fraction(cents * growth!.numerator, units * growth!.denominator)
