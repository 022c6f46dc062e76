// The lots of a holder: units with the mark above which they pay a performance fee. Lots with equal mark and hurdle day
// are one, so that a thousand small payments cost no more than one (docs/rules/fund-fees.md, "Lots").
import { compareFractions, divideHalfEven, type Fraction } from '../../money/fraction.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import { lesser } from '../../money/lesser.ts'
import { hurdleFactor } from './policy.ts'

export interface Lot {
  units: bigint
  /** The highest unit value at which it was charged, at first the one paid: cents per unit step. */
  mark: Fraction
  /** The last day before its hurdle counts, as a day number. */
  hurdleDay: number
  /** The first day of its oldest units, as a day number, and the record that brought them. */
  since: number
  id: string
}

/** Adds a lot to a list in place; one with equal mark and hurdle day takes its units in. */
export function addLot(lots: Lot[], lot: Lot): void {
  if (lot.units <= 0n) return
  const known = lots.findLast((one) => one.hurdleDay === lot.hurdleDay && isSameMark(one.mark, lot.mark))
  if (!known) {
    lots.push({ ...lot })
    return
  }
  known.units += lot.units
  if (isOlder(lot, known)) {
    known.since = lot.since
    known.id = lot.id
  }
}

/** Merges lots that have become equal, after their marks have moved. */
export function mergeLots(lots: Lot[]): void {
  if (lots.length < 2) return
  const all = lots.splice(0)
  for (const lot of all) addLot(lots, lot)
}

const isSameMark = (one: Fraction, other: Fraction): boolean => one === other || compareFractions(one, other) === 0

const isOlder = (one: Lot, other: Lot): boolean =>
  one.since < other.since || (one.since === other.since && compareIds(one.id, other.id) < 0)

/**
 * Takes units from every lot by weight and returns them as lots of their own. Parts are rounded down to 8 decimals; the
 * rest is taken in steps of 1e-8 from the largest lot on, ties by the older, then by id.
 */
function takeByWeight(lots: Lot[], units: bigint, weights: readonly bigint[]): Lot[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const wanted = lesser(
    units,
    lots.reduce((all, lot) => all + lot.units, 0n),
  )
  if (wanted <= 0n) return []
  const parts = lots.map((lot, index) => (sum > 0n ? lesser(lot.units, (wanted * (weights[index] ?? 0n)) / sum) : 0n))
  let rest = wanted - parts.reduce((all, part) => all + part, 0n)
  if (rest > 0n) {
    const order = lots
      .map((lot, index) => ({ lot, index }))
      .sort((a, b) => Number(b.lot.units - a.lot.units) || (isOlder(a.lot, b.lot) ? -1 : 1))
    // Lots that pay come first; the others help out when those have no unit left.
    const inTurn = [...order.filter(({ index }) => (weights[index] ?? 0n) > 0n), ...order]
    while (rest > 0n) {
      // The rest is more than a few steps where a lot has less than its weight asks for.
      rest -= takeRounds(inTurn, parts, rest)
      for (const { lot, index } of inTurn) {
        const part = parts[index] ?? 0n
        if (rest === 0n || part >= lot.units) continue
        parts[index] = part + 1n
        rest -= 1n
      }
    }
  }
  const taken: Lot[] = []
  for (const [index, lot] of lots.entries()) {
    const part = parts[index] ?? 0n
    if (part === 0n) continue
    lot.units -= part
    taken.push({ ...lot, units: part })
  }
  removeEmpty(lots)
  return taken
}

interface LotInTurn {
  readonly lot: Lot
  readonly index: number
}

/**
 * Takes all whole rounds of one step from each lot in turn, up to the one in which the first of them is empty, and
 * returns how many steps that were. A lot that is in turn twice gives two steps in a round.
 */
function takeRounds(inTurn: readonly LotInTurn[], parts: bigint[], rest: bigint): bigint {
  const open = inTurn.filter(({ lot, index }) => (parts[index] ?? 0n) < lot.units)
  const turns = new Map<number, bigint>()
  for (const { index } of open) turns.set(index, (turns.get(index) ?? 0n) + 1n)
  let rounds = open.length === 0 ? 0n : rest / BigInt(open.length)
  for (const { lot, index } of open)
    rounds = lesser(rounds, (lot.units - (parts[index] ?? 0n)) / (turns.get(index) ?? 1n))
  for (const { index } of open) parts[index] = (parts[index] ?? 0n) + rounds
  return rounds * BigInt(open.length)
}

function removeEmpty(lots: Lot[]): void {
  if (lots.some((lot) => lot.units === 0n)) lots.splice(0, lots.length, ...lots.filter((lot) => lot.units > 0n))
}

/**
 * Takes the same fraction of every lot: a management fee, a retribution, a transfer.
 * Example: 3 units from lots of 4 and 2 units take 2 and 1.
 */
export function takeFraction(lots: Lot[], units: bigint): Lot[] {
  const [only] = lots
  if (only && lots.length === 1 && units < only.units) {
    if (units <= 0n) return []
    only.units -= units
    return [{ ...only, units }]
  }
  return takeByWeight(
    lots,
    units,
    lots.map((lot) => lot.units),
  )
}

/** Takes the same fraction of every lot when nobody needs the pieces. */
export function dropFraction(lots: Lot[], units: bigint): void {
  const [only] = lots
  if (only && lots.length === 1 && units < only.units) only.units -= units
  else if (units > 0n) takeFraction(lots, units)
}

/** What performance is measured against. */
export interface PerformanceMeasure {
  readonly rate: Fraction
  readonly hurdleMillionths: bigint
  /** The day of the calculation, as a day number. */
  readonly day: number
}

/** Returns the mark of a lot raised by the hurdle: a mark of 10.00 at 5 % for 365 days is 10.50. */
export function hurdleMark(
  lot: Pick<Lot, 'mark' | 'hurdleDay'>,
  { hurdleMillionths, day }: PerformanceMeasure,
): Fraction {
  if (hurdleMillionths === 0n) return lot.mark
  const factor = hurdleFactor(hurdleMillionths, day - lot.hurdleDay)
  return {
    numerator: lot.mark.numerator * factor.numerator,
    denominator: lot.mark.denominator * factor.denominator,
  }
}

/** Parts of a cent in which gains are summed. */
export const gainScale = 10n ** 30n

/**
 * Returns the gain of a lot in 1e-30 of a cent: units x (unit value - mark with hurdle), zero when it has none.
 * Example: 100 units with mark 10.00 at 12.00 have gained 200.00. Source: docs/rules/fund-fees.md, "Performance fee".
 */
export function gainOf(lot: Lot, measure: PerformanceMeasure): bigint {
  const mark = hurdleMark(lot, measure)
  const { rate } = measure
  const numerator = rate.numerator * mark.denominator - mark.numerator * rate.denominator
  return numerator <= 0n ? 0n : divideHalfEven(numerator * lot.units * gainScale, rate.denominator * mark.denominator)
}

export function hasGained(lot: Pick<Lot, 'mark' | 'hurdleDay'>, measure: PerformanceMeasure): boolean {
  return compareFractions(measure.rate, hurdleMark(lot, measure)) > 0
}

/** Returns the sum of the gains of all lots, in 1e-30 of a cent. */
export function sumOfGains(lots: readonly Lot[], measure: PerformanceMeasure): bigint {
  let sum = 0n
  for (const lot of lots) sum += gainOf(lot, measure)
  return sum
}

/**
 * Takes the units of a performance fee: each lot pays its own. Example: 3.33333333 units of lots A (gain 200.00) and B
 * (none) all come from A.
 */
export function takeByGain(lots: Lot[], units: bigint, measure: PerformanceMeasure): Lot[] {
  if (lots.length === 1) return takeFraction(lots, units)
  const gains = lots.map((lot) => gainOf(lot, measure))
  return takeByWeight(lots, units, gains.some((gain) => gain > 0n) ? gains : lots.map((lot) => lot.units))
}

/** Takes the units of a performance fee when nobody needs the pieces. */
export function dropByGain(lots: Lot[], units: bigint, measure: PerformanceMeasure): void {
  if (lots.length === 1) dropFraction(lots, units)
  else if (units > 0n) takeByGain(lots, units, measure)
}

/**
 * Raises the marks of the lots that have gained to the unit value of the calculation, and starts their hurdle there.
 */
export function raiseMarks(lots: Lot[], measure: PerformanceMeasure): void {
  let isRaised = false
  for (const lot of lots) {
    if (!hasGained(lot, measure)) continue
    lot.mark = measure.rate
    lot.hurdleDay = measure.day
    isRaised = true
  }
  if (isRaised) mergeLots(lots)
}

/** Lets a performance fee begin: marks become at least the unit value of that close, and the hurdle starts. */
export function startMarks(lots: Lot[], rate: Fraction, day: number): void {
  for (const lot of lots) {
    if (compareFractions(rate, lot.mark) > 0) lot.mark = rate
    lot.hurdleDay = day
  }
  mergeLots(lots)
}
