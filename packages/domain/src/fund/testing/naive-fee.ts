// A second calculation of fees for tests: day by day, with rational numbers, every dealing a lot of its own, and no
// running sums or rounded remainders. It takes the dealings and closes of a replay as given and works out what is due.
import { dayNumberOf } from '../../calendar/market-day.ts'
import type { MarketDay } from '../../kind.ts'
import {
  addFractions,
  compareFractions,
  divideFractions,
  type Fraction,
  fraction,
  lowestTerms,
  multiplyFractions,
  subtractFractions,
  zeroFraction,
} from '../../money/fraction.ts'
import type { UnitDeal } from '../book.ts'
import type { FeeKind, FeePolicy, HolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import { dealingDayOf } from '../schedule.ts'

interface NaiveLot {
  units: Fraction
  mark: Fraction
  hurdleDay: number
}

interface NaiveHolder {
  units: bigint
  /** Days' values times their rates, by denominator, so that they add up without growing. */
  live: Map<bigint, bigint>
  owed: Record<FeeKind, Fraction>
  lots: NaiveLot[]
}

interface Measure {
  readonly rate: Fraction
  readonly hurdle: Fraction
  readonly day: number
}

const million = 1_000_000n
const one = fraction(1n)
const isAbove = (left: Fraction, right: Fraction): boolean => compareFractions(left, right) > 0
const isZero = ({ numerator }: Fraction): boolean => numerator === 0n

/** Returns whether every charge was dealt at its own close; a correction of that close makes it wait for another one. */
export function hasRegularCharges({ current, valuations, records }: FundReplay): boolean {
  return current.charges.every(({ endDay }) => {
    const valuation = valuations.find(({ day }) => day === endDay)
    const isUsable = valuation !== undefined && valuation.quality !== 'unreconciled' && valuation.rate.numerator > 0n
    return isUsable && records.moves.length === 0
  })
}

export class NaiveFees {
  private readonly holders = new Map<HolderId, NaiveHolder>()
  /** The pieces of lots that a transfer passes on. */
  private readonly gifts = new Map<string, NaiveLot[]>()
  private readonly replay: FundReplay
  private rate: Fraction
  private endDay: number

  /** Follows the books up to the calculation of the charge of a period end. */
  constructor(replay: FundReplay, endDay: MarketDay) {
    this.replay = replay
    this.rate = replay.valuations[0]!.rate
    this.endDay = dayNumberOf(endDay)
    const isOfTheDay = replay.records.dealing === 'of-the-day'
    const opening = dayNumberOf(replay.records.opening.day)
    for (let day = opening; day <= this.endDay; day += 1) {
      const valuation = replay.valuations.find((close) => close.quality !== 'opening' && dayNumberOf(close.day) === day)
      const todays = replay.dealings.filter((dealing) => dayNumberOf(dealing.day) === day)
      const evening = todays.filter(({ step }) => valuation !== undefined && step >= valuation.step)
      const morning = todays.filter((dealing) => !evening.includes(dealing))
      if (!isOfTheDay) this.charge(day, day - 1, morning)
      this.begin(day)
      this.deal(day - 1, morning, day)
      if (valuation && valuation.quality !== 'unreconciled') this.rate = rateBefore(valuation, evening)
      this.accrue(day)
      if (day === this.endDay && isOfTheDay) return
      if (isOfTheDay) this.charge(day, day, evening)
      // With dealing before the day these have waited for this close, and its charge comes the day after.
      this.deal(day, evening)
    }
  }

  managementOf(holderId: HolderId): Fraction {
    const holder = this.holderOf(holderId)
    return addFractions(sumOf(holder.live), holder.owed.management)
  }

  /** The performance fee after a management fee of the same charge has left. */
  performanceOf(holderId: HolderId, managementCents: bigint): Fraction {
    const holder = this.holderOf(holderId)
    // Units received on this very day, from a line booked before the others.
    if (holder.units === 0n) return zeroFraction
    const value = multiplyFractions(fraction(holder.units), this.rate)
    const kept = subtractFractions(one, divideFractions(fraction(managementCents), value))
    const lots = holder.lots.map((lot) => ({ ...lot, units: multiplyFractions(lot.units, kept) }))
    const gains = sumAll(lots.map((lot) => gainOf(lot, this.measure(this.endDay))))
    return addFractions(
      multiplyFractions(gains, this.percent('performance', holderId, this.endDay)),
      holder.owed.performance,
    )
  }

  private holderOf(holderId: HolderId): NaiveHolder {
    const known = this.holders.get(holderId)
    if (known) return known
    const owed = { management: zeroFraction, performance: zeroFraction }
    const fresh = { units: 0n, live: new Map<bigint, bigint>(), owed, lots: [] }
    this.holders.set(holderId, fresh)
    return fresh
  }

  private policy(kind: FeeKind, day: number): FeePolicy | undefined {
    const own = this.replay.records.feePolicies.filter((policy) => policy.kind === kind)
    const begun = own.filter((policy) => dayNumberOf(policy.firstDay) <= day)
    return begun.toSorted((a, b) => (`${a.firstDay} ${a.id}` < `${b.firstDay} ${b.id}` ? -1 : 1)).at(-1)
  }

  private percent(kind: FeeKind, holderId: HolderId, day: number): Fraction {
    const policy = this.policy(kind, day)
    if (!policy || holderId === 'unallocated' || holderId === policy.receiverId) return zeroFraction
    const own = policy.ownRates.find((candidate) => candidate.holderId === holderId)
    return fraction(own ? own.rateMillionths : policy.rateMillionths, million)
  }

  private measure(day: number, rate = this.rate): Measure {
    return { rate, day, hurdle: fraction(this.policy('performance', day)?.hurdleMillionths ?? 0n, million) }
  }

  /**
   * Other terms of the performance fee begin: a gain that is not charged by then owes its fee by the earlier ones. Where
   * the fee or another hurdle begins for a holder, marks become at least the unit value and the hurdle starts.
   */
  private begin(day: number): void {
    for (const [holderId, holder] of this.holders) {
      const was = this.percent('performance', holderId, day - 1)
      const will = this.percent('performance', holderId, day)
      const before = this.measure(day - 1)
      const isOtherHurdle = compareFractions(before.hurdle, this.measure(day).hurdle) !== 0
      if (!isZero(was) && (isOtherHurdle || compareFractions(was, will) !== 0)) {
        const gains = sumAll(holder.lots.map((lot) => gainOf(lot, before)))
        holder.owed.performance = addFractions(holder.owed.performance, multiplyFractions(gains, was))
        raise(holder.lots, before)
      }
      this.forgive(day, holderId, holder)
      if (isZero(will) || (!isZero(was) && !isOtherHurdle)) continue
      for (const lot of holder.lots) {
        if (isAbove(this.rate, lot.mark)) lot.mark = this.rate
        lot.hurdleDay = day - 1
      }
    }
  }

  /** Who receives a fee pays nothing of it, nor what an earlier policy has left unpaid. */
  private forgive(day: number, holderId: HolderId, holder: NaiveHolder): void {
    for (const kind of ['management', 'performance'] as const)
      if (this.policy(kind, day)?.receiverId === holderId) {
        holder.owed[kind] = zeroFraction
        if (kind === 'management') holder.live = new Map()
      }
  }

  private accrue(day: number): void {
    if (this.rate.numerator <= 0n) return
    for (const [holderId, holder] of this.holders) {
      const percent = this.percent('management', holderId, day)
      if (isZero(percent) || holder.units === 0n) continue
      const denominator = this.rate.denominator * percent.denominator * 365n
      const numerator = holder.units * this.rate.numerator * percent.numerator
      holder.live.set(denominator, (holder.live.get(denominator) ?? 0n) + numerator)
    }
  }

  /**
   * The charges dealt on a day settle what they say, and take the units that were dealt. With the lines that were booked
   * before, a charge is one batch: what it pays reaches the receivers at its end.
   */
  private charge(day: number, through: number, dealings: readonly UnitDeal[]): void {
    const { current, records } = this.replay
    const own = current.charges.filter(({ endDay }) => dayNumberOf(dealingDayOf(endDay, records.dealing)) === day)
    for (const charge of own) {
      const measure = this.measure(through, charge.rate)
      for (const line of charge.lines) {
        const holder = this.holderOf(line.holderId)
        const taken = dealings.find(
          (dealing) =>
            dealing.recordId === charge.id &&
            dealing.cause === `${line.kind}-fee` &&
            dealing.holderId === line.holderId &&
            !isReceipt(dealing),
        )
        const units = taken ? -taken.units : 0n
        if (line.kind === 'management') {
          const left = subtractFractions(this.managementOf(line.holderId), fraction(line.settledAtto, 10n ** 18n))
          holder.live = mapOf(left)
          holder.owed.management = zeroFraction
          shrink(holder.lots, holder.units, units)
        } else if (line.amountCents > 0n || charge.isWaived) {
          takeFromGains(holder.lots, units, measure)
          raise(holder.lots, measure)
          holder.owed.performance = zeroFraction
        }
        holder.units -= units
      }
    }
    for (const charge of own)
      for (const receipt of dealings.filter((dealing) => dealing.recordId === charge.id && isReceipt(dealing)))
        this.receive(receipt, through)
  }

  private receive({ holderId, units, rate, cause, recordId }: UnitDeal, through: number): void {
    const holder = this.holderOf(holderId)
    holder.units += units
    const pieces = cause === 'transfer' ? this.gifts.get(recordId ?? '') : undefined
    holder.lots.push(...(pieces ?? [{ units: fraction(units), mark: rate, hurdleDay: through }]))
  }

  /** What leaves on the first day of a policy leaves by that policy. */
  private deal(through: number, dealings: readonly UnitDeal[], policyDay = through): void {
    const chargeIds = new Set(this.replay.current.charges.map(({ id }) => id))
    const others = dealings.filter(({ recordId }) => recordId === undefined || !chargeIds.has(recordId))
    const done = new Set<UnitDeal>()
    for (const dealing of others) {
      if (done.has(dealing)) continue
      const { holderId, units, recordId, step } = dealing
      const isLeaving = units < 0n || dealing.feeCents < 0n || dealing.amountCents < 0n
      if (!isLeaving) this.receive(dealing, through)
      else if (holderId === 'unallocated' || dealing.cause === 'funding') this.holderOf(holderId).units += units
      else {
        const isGift = this.replay.records.transfers.some((transfer) => transfer.id === recordId)
        const entryIds = new Set(this.replay.records.entries.map(({ id }) => id))
        // All retributions of a holder on one day carry one charge; a transfer carries its own.
        const together = others.filter(
          (other) =>
            !done.has(other) &&
            other.holderId === holderId &&
            other.step === step &&
            other.units <= 0n &&
            (isGift ? other.recordId === recordId : other.recordId !== undefined && entryIds.has(other.recordId)),
        )
        for (const other of together) done.add(other)
        this.leave(together, { through, policyDay, isGift })
      }
    }
  }

  /** Units go with their part of what is due; a gift passes its lots on. */
  private leave(
    dealings: readonly UnitDeal[],
    { through, policyDay, isGift }: { through: number; policyDay: number; isGift: boolean },
  ): void {
    const [first] = dealings
    if (!first) return
    const holder = this.holderOf(first.holderId)
    const units = dealings.reduce((sum, dealing) => sum - dealing.units, 0n)
    const feeOf = (kind: FeeKind) => dealings.filter(({ cause }) => cause === `${kind}-fee`)
    const cents = (kind: FeeKind) => feeOf(kind).reduce((sum, dealing) => sum - dealing.feeCents, 0n)
    const measure = { ...this.measure(policyDay, first.rate), day: through }
    const percent = this.percent('performance', first.holderId, policyDay)
    const value = multiplyFractions(fraction(holder.units), first.rate)
    const live = sumOf(holder.live)
    const isAll = units === holder.units
    const going = isAll ? one : divideFractions(this.worth(dealings, isGift), value)
    const afterManagement = subtractFractions(one, divideFractions(live, value))
    const gain = multiplyFractions(sumAll(holder.lots.map((lot) => gainOf(lot, measure))), percent)
    const goes = {
      management: multiplyFractions(live, going),
      performance: multiplyFractions(multiplyFractions(gain, afterManagement), going),
    }
    const pieces = holder.lots.map((lot) => ({
      ...lot,
      units: multiplyFractions(lot.units, fraction(units, holder.units)),
    }))
    shrink(holder.lots, holder.units, units)
    holder.units -= units
    holder.live = mapOf(isAll ? zeroFraction : subtractFractions(live, goes.management))
    for (const kind of ['management', 'performance'] as const) {
      const left = subtractFractions(addFractions(holder.owed[kind], goes[kind]), fraction(cents(kind)))
      holder.owed[kind] = isAll ? zeroFraction : lowestTerms(left)
    }
    if (!isGift) return
    const gift = this.replay.records.transfers.find(({ id }) => id === first.recordId)
    if (!gift || gift.toHolderId === 'unallocated') return
    const feeUnits = (kind: FeeKind) => feeOf(kind).reduce((sum, dealing) => sum - dealing.units, 0n)
    shrink(pieces, units, feeUnits('management'))
    takeFromGains(pieces, feeUnits('performance'), measure)
    if (!isZero(percent)) raise(pieces, measure)
    this.gifts.set(first.recordId ?? '', pieces)
  }

  /** What goes in cents: paid out or given, and its fees. */
  private worth(dealings: readonly UnitDeal[], isGift: boolean): Fraction {
    const gift = isGift && this.replay.records.transfers.find(({ id }) => id === dealings[0]?.recordId)
    const fees = dealings.reduce((sum, { feeCents }) => sum - feeCents, 0n)
    if (gift && gift.measure.by === 'units')
      return addFractions(multiplyFractions(fraction(gift.measure.units), dealings[0]!.rate), fraction(fees))
    return fraction(fees - dealings.reduce((sum, { amountCents }) => sum + amountCents, 0n))
  }
}

/** Units can be worth less than half a cent: then they are received for a fee of 0.00. */
const isReceipt = ({ feeCents, units }: UnitDeal): boolean => feeCents > 0n || units > 0n

/** The unit value of a close before what was dealt at it; the dealings carry it. */
function rateBefore(valuation: FundReplay['valuations'][number], evening: readonly UnitDeal[]): Fraction {
  return evening[0]?.rate ?? valuation.rate
}

function gainOf(lot: NaiveLot, { rate, hurdle, day }: Measure): Fraction {
  const factor = addFractions(one, multiplyFractions(hurdle, fraction(BigInt(Math.max(0, day - lot.hurdleDay)), 365n)))
  const gain = subtractFractions(rate, multiplyFractions(lot.mark, factor))
  return isAbove(gain, zeroFraction) ? multiplyFractions(gain, lot.units) : zeroFraction
}

function shrink(lots: NaiveLot[], held: bigint, units: bigint): void {
  if (held === 0n) return
  for (const lot of lots) lot.units = lowestTerms(multiplyFractions(lot.units, fraction(held - units, held)))
}

function takeFromGains(lots: NaiveLot[], units: bigint, measure: Measure): void {
  const gains = lots.map((lot) => lowestTerms(gainOf(lot, measure)))
  const sum = sumAll(gains)
  const held = sumAll(lots.map((lot) => lot.units))
  for (const [index, lot] of lots.entries()) {
    if (isZero(held)) return
    const part = isZero(sum) ? divideFractions(lot.units, held) : divideFractions(gains[index]!, sum)
    lot.units = lowestTerms(subtractFractions(lot.units, multiplyFractions(part, fraction(units))))
  }
}

function raise(lots: NaiveLot[], measure: Measure): void {
  for (const lot of lots) {
    if (isZero(gainOf(lot, measure))) continue
    lot.mark = measure.rate
    lot.hurdleDay = measure.day
  }
}

function sumAll(all: readonly Fraction[]): Fraction {
  return all.reduce((sum, part) => (isZero(part) ? sum : lowestTerms(addFractions(sum, part))), zeroFraction)
}

function sumOf(parts: ReadonlyMap<bigint, bigint>): Fraction {
  return sumAll([...parts].map(([denominator, numerator]) => fraction(numerator, denominator)))
}

function mapOf(value: Fraction): Map<bigint, bigint> {
  const { numerator, denominator } = lowestTerms(value)
  return new Map([[denominator, numerator]])
}
