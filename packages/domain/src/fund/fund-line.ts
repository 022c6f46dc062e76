// The growth of a fund and of a holder as lines of returns: that of the unit value, for a holder while they had units
// and less the fees that were charged to them.
import { divideFractions, fraction, fractionToNumber, type Fraction } from '../money/fraction.ts'
import type { ReturnLine, ReturnPoint } from '../return/return-line.ts'
import type { Valuation } from './book.ts'
import { dealingsByHolder } from './compare-replay.ts'
import type { HolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'
import { unitValueOf } from './unit-value.ts'

/** Returns the unit value at each close, the opening first. */
export const fundLine = (valuations: readonly Valuation[]): ReturnLine =>
  valuations.map(({ day, rate }) => ({ day, value: fractionToNumber(unitValueOf(rate)) }))

/**
 * Returns the growth of one unit of money of a holder at each close, from the close at whose unit value their first
 * units were bought. Its last value is 1 + the holder's time-weighted return since the opening. Without units the line
 * pauses, and goes on from where it was.
 * Example: paid in at 12.00, closes at 13.20 and 12.54: 1, 1.1 and 1.045. With 1 of 100 units charged before the last
 * close it is 1.03455.
 */
export function holderLine(replay: FundReplay, holderId: HolderId): ReturnLine {
  const points: ReturnPoint[] = []
  const own = dealingsByHolder(replay).get(holderId) ?? []
  let next = 0
  let held = 0n
  /** Where the current time with units began, with what fees have left of each unit. */
  let base: { readonly rate: Fraction; readonly value: number } | undefined
  let kept = 1
  let grown = 1
  let before: Valuation | undefined
  const valueAt = (rate: Fraction): number => (base === undefined ? grown : base.value * kept * ratio(rate, base.rate))
  const deal = (until: number) => {
    for (let one = own[next]; one !== undefined && one.step <= until; one = own[++next]) {
      const units = held + one.units
      if (one.feeCents < 0n && held > 0n) kept *= fractionToNumber(fraction(units, held))
      if (held === 0n && units > 0n) {
        base = { rate: one.rate, value: grown }
        kept = 1
        const day = before?.day ?? one.day
        if (points.at(-1)?.day !== day) points.push({ day, value: grown, isStart: true })
      } else if (held > 0n && units === 0n) {
        grown = valueAt(one.rate)
        base = undefined
        add(points, { day: before?.day ?? one.day, value: grown })
      }
      held = units
    }
  }
  for (const valuation of replay.valuations) {
    // What is dealt before a close has the unit value of the close before; what it deals itself has its own.
    deal(valuation.closeStep)
    if (held > 0n) add(points, { day: valuation.day, value: valueAt(valuation.rate) })
    before = valuation
    deal(valuation.step)
  }
  deal(Number.POSITIVE_INFINITY)
  if (before && base) add(points, { day: before.day, value: valueAt(replay.rate) })
  return points
}

const ratio = (one: Fraction, other: Fraction): number =>
  other.numerator === 0n ? 0 : fractionToNumber(divideFractions(one, other))

/** A close on the day of the line's last point is the same moment. */
function add(points: ReturnPoint[], point: ReturnPoint): void {
  const last = points.at(-1)
  if (last?.day === point.day) points[points.length - 1] = { ...last, value: point.value }
  else points.push(point)
}
