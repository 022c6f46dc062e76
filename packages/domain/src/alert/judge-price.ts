// Whether a price is where an alert rule waits for it, and when it is far enough away again. In whole steps of $0.0001, so that a price
// on the border is on one side of it and not on both. Steps are whole numbers below 2^53, so numbers hold them exactly; what is asked is
// brought to them as decimals.
import { Decimal } from 'decimal.js'
import { stepsPerCent, stepsPerDollar } from '../level/price-step.ts'
import type { InstrumentTerms, MoveBase, MoveTerms } from './rule-terms.ts'

/** What the sessions before a day say about an instrument, in the dollars of that day: steps of $0.0001, null where it is not known. */
export interface PriceBasis {
  /** The day of the prices that are judged. */
  readonly day: string
  readonly closes: Readonly<Record<Exclude<MoveBase, 'PRICE'>, number | null>>
  /** The highest high and lowest low of the 365 days before, when they hold at least 20 sessions. */
  readonly yearHigh: number | null
  readonly yearLow: number | null
  /** The levels nearest to the last close, as the seeker of opportunities takes them. */
  readonly resistance: number | null
  readonly support: number | null
  /** New shares for one old since the rule was set: its own prices are divided by it. 1 without a split. */
  readonly splitRatio: number
}

/** One border: the price at which it is reached, and the one at which it is left for good. Steps of $0.0001. */
export interface Border {
  readonly direction: 'UP' | 'DOWN'
  readonly met: number
  readonly clear: number
}

export interface PriceJudgement {
  readonly isMet: boolean
  readonly isClear: boolean
  /** What makes a firing a new one although the price never came back: another day, another level. */
  readonly occasion: string
  /** The border that is met, or the nearest one. */
  readonly border: Border
}

/** Back by half a percent of the border's price. */
const backBasisPoints = 50
/** A move has ended when it is back at four fifths of what was asked. */
const backShare = { numerator: 4, denominator: 5 } as const

/** Decimal text as steps: "150.25" is 1,502,500. Divided by splits since, half up. */
const stepsOf = (price: string, splitRatio = 1): number =>
  new Decimal(price).times(stepsPerDollar).div(splitRatio).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()

const upFrom = (met: number): Border => ({ direction: 'UP', met, clear: met - Math.ceil((met * backBasisPoints) / 10_000) })
const downFrom = (met: number): Border => ({ direction: 'DOWN', met, clear: met + Math.ceil((met * backBasisPoints) / 10_000) })

function moveBorders({ direction, percent, against, price }: MoveTerms, basis: PriceBasis): Border[] {
  const base = against === 'PRICE' ? stepsOf(price ?? '0', basis.splitRatio) : basis.closes[against]
  if (base === null || base <= 0) return []
  const asked = new Decimal(percent).div(100)
  const left = asked.times(backShare.numerator).div(backShare.denominator)
  const at = (share: Decimal, rounding: Decimal.Rounding) => new Decimal(base).times(share.plus(1)).toDecimalPlaces(0, rounding).toNumber()
  const up: Border = { direction: 'UP', met: at(asked, Decimal.ROUND_CEIL), clear: at(left, Decimal.ROUND_FLOOR) }
  const down: Border = { direction: 'DOWN', met: at(asked.negated(), Decimal.ROUND_FLOOR), clear: at(left.negated(), Decimal.ROUND_CEIL) }
  return direction === 'EITHER' ? [up, down] : [direction === 'UP' ? up : down]
}

/** The borders of a rule on a day; none while what it is measured from is not known. */
export function bordersOf(terms: InstrumentTerms, basis: PriceBasis): readonly Border[] {
  switch (terms.kind) {
    case 'PRICE':
      return [terms.direction === 'ABOVE' ? upFrom(stepsOf(terms.price, basis.splitRatio)) : downFrom(stepsOf(terms.price, basis.splitRatio))]
    case 'MOVE':
      return moveBorders(terms, basis)
    case 'LEVEL': {
      const found = terms.side === 'RESISTANCE' ? basis.resistance : basis.support
      const level = terms.price === null ? found : stepsOf(terms.price, basis.splitRatio)
      if (level === null) return []
      return [terms.side === 'RESISTANCE' ? upFrom(level + stepsPerCent) : downFrom(level - stepsPerCent)]
    }
    case 'EXTREME': {
      const extreme = terms.side === 'HIGH' ? basis.yearHigh : basis.yearLow
      if (extreme === null) return []
      return [terms.side === 'HIGH' ? upFrom(extreme) : downFrom(extreme)]
    }
  }
}

/** A move from the close before belongs to its day, a found level to its price; every other rule has one occasion in each direction. */
function occasionOf(terms: InstrumentTerms, basis: PriceBasis, { direction, met }: Border): string {
  if (terms.kind === 'MOVE') return terms.against === 'PREVIOUS_CLOSE' ? `${basis.day} ${direction}` : direction
  return terms.kind === 'LEVEL' && terms.price === null ? `level ${met}` : ''
}

/**
 * Judges one price, in steps of $0.0001. Null while what the rule is measured from is not known.
 *
 * - PRICE: met at or beyond the price.
 * - MOVE: met when the move from its base is at least the percent asked; "EITHER" has a border on each side.
 * - LEVEL: met a cent beyond the level, where the seeker of opportunities would enter. The found level is that of the last finished session.
 * - EXTREME: met when the price reaches the extreme of the 365 days before today (equal counts), as in New High and New Low.
 *
 * A price that dances at the border must not fire at each tick, so a border is left for good only further back (hysteresis): half a
 * percent of its price, or for a move four fifths of the percent asked. Between the two nothing changes.
 * Example: above 100.00 is met at 100.00, still met in effect at 99.60, and left at 99.50.
 */
export function judgePrice(terms: InstrumentTerms, basis: PriceBasis, price: number): PriceJudgement | null {
  const borders = bordersOf(terms, basis)
  const [first] = borders
  if (!first) return null
  const isMetBy = ({ direction, met }: Border) => (direction === 'UP' ? price >= met : price <= met)
  const isClearOf = ({ direction, clear }: Border) => (direction === 'UP' ? price <= clear : price >= clear)
  const met = borders.find(isMetBy)
  const border = met ?? borders.reduce((near, other) => (Math.abs(other.met - price) < Math.abs(near.met - price) ? other : near), first)
  return { isMet: met !== undefined, isClear: borders.every(isClearOf), occasion: occasionOf(terms, basis, border), border }
}
