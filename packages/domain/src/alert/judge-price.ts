// Decides whether a price meets an alert rule, and whether it has moved far enough away again. Works in whole steps of
// $0.0001, so that a price on the border is on exactly one side of it. Steps are integers below 2^53, so numbers hold
// them exactly; the rule's terms are converted to steps as decimals.
import { Decimal } from 'decimal.js'
import { stepsPerCent, stepsPerDollar } from '../level/price-step.ts'
import { linePriceAt } from './line-price.ts'
import type { InstrumentTerms, MoveBase, MoveTerms } from './rule-terms.ts'

/**
 * Figures of an instrument from the sessions before a day, in that day's dollars: steps of $0.0001, null where unknown.
 */
export interface PriceBasis {
  /** The day of the prices to be judged. */
  readonly day: string
  readonly closes: Readonly<Record<Exclude<MoveBase, 'PRICE'>, number | null>>
  /** The highest high and lowest low of the preceding 365 days, if these contain at least 20 sessions. */
  readonly yearHigh: number | null
  readonly yearLow: number | null
  /** The levels nearest to the last close, as used by the opportunity seeker. */
  readonly resistance: number | null
  readonly support: number | null
  /** New shares for one old since the rule was set; the rule's own prices are divided by it. 1 without a split. */
  readonly splitRatio: number
  /** The instant of the price, which only the price of a line depends on. */
  readonly atMs: number
}

/** One border: the price at which it is met, and the price at which it is cleared. Steps of $0.0001. */
export interface Border {
  readonly direction: 'UP' | 'DOWN'
  readonly met: number
  readonly clear: number
}

export interface PriceJudgement {
  readonly isMet: boolean
  readonly isClear: boolean
  /** Makes a firing a new one although the price never came back: another day, another level. */
  readonly occasion: string
  /** The border that is met, or the nearest one. */
  readonly border: Border
}

/** A border is cleared half a percent of its price back. */
const backBasisPoints = 50
/** A move is cleared once it has retraced to four fifths of the requested percentage. */
const backShare = { numerator: 4, denominator: 5 } as const

/** Converts decimal text to steps: "150.25" is 1,502,500. Divided by splits since, rounded half up. */
const stepsOf = (price: string, splitRatio = 1): number =>
  new Decimal(price).times(stepsPerDollar).div(splitRatio).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()

const upFrom = (met: number): Border => ({
  direction: 'UP',
  met,
  clear: met - Math.ceil((met * backBasisPoints) / 10_000),
})
const downFrom = (met: number): Border => ({
  direction: 'DOWN',
  met,
  clear: met + Math.ceil((met * backBasisPoints) / 10_000),
})

function moveBorders({ direction, percent, against, price }: MoveTerms, basis: PriceBasis): Border[] {
  const base = against === 'PRICE' ? stepsOf(price ?? '0', basis.splitRatio) : basis.closes[against]
  if (base === null || base <= 0) return []
  const asked = new Decimal(percent).div(100)
  const left = asked.times(backShare.numerator).div(backShare.denominator)
  const at = (share: Decimal, rounding: Decimal.Rounding) =>
    new Decimal(base).times(share.plus(1)).toDecimalPlaces(0, rounding).toNumber()
  const up: Border = { direction: 'UP', met: at(asked, Decimal.ROUND_CEIL), clear: at(left, Decimal.ROUND_FLOOR) }
  const down: Border = {
    direction: 'DOWN',
    met: at(asked.negated(), Decimal.ROUND_FLOOR),
    clear: at(left.negated(), Decimal.ROUND_CEIL),
  }
  return direction === 'EITHER' ? [up, down] : [direction === 'UP' ? up : down]
}

/** Returns the borders of a rule on a day; none while its reference value is unknown. */
export function bordersOf(terms: InstrumentTerms, basis: PriceBasis): readonly Border[] {
  switch (terms.kind) {
    case 'PRICE':
      return [
        terms.direction === 'ABOVE'
          ? upFrom(stepsOf(terms.price, basis.splitRatio))
          : downFrom(stepsOf(terms.price, basis.splitRatio)),
      ]
    case 'LINE': {
      const price = linePriceAt(terms, basis)
      const met = price === undefined ? 0 : stepsOf(String(price), basis.splitRatio)
      if (met <= 0) return []
      return [terms.direction === 'ABOVE' ? upFrom(met) : downFrom(met)]
    }
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

/**
 * A move from the previous close is specific to its day, a found level to its price; every other rule has one occasion
 * in each direction.
 */
function occasionOf(terms: InstrumentTerms, basis: PriceBasis, { direction, met }: Border): string {
  if (terms.kind === 'MOVE') return terms.against === 'PREVIOUS_CLOSE' ? `${basis.day} ${direction}` : direction
  return terms.kind === 'LEVEL' && terms.price === null ? `level ${met}` : ''
}

/**
 * Judges one price, in steps of $0.0001. Null while the reference value of the rule is unknown.
 *
 * - PRICE: met at or beyond the price.
 * - LINE: met at or beyond the price that the line has at that time.
 * - MOVE: met when the move from its base is at least the requested percentage; "EITHER" has a border on each side.
 * - LEVEL: met one cent beyond the level, where the opportunity seeker would enter. The found level is that of the last
 *   finished session.
 * - EXTREME: met when the price reaches the extreme of the 365 days before today (equal counts), as in New High and New
 *   Low.
 *
 * A price that hovers at the border must not fire at each tick, so a border is cleared only further back (hysteresis):
 * half a percent of its price, or for a move four fifths of the requested percentage. Between the two nothing changes.
 * Example: above 100.00 is met at 100.00, still in effect at 99.60, and cleared at 99.50.
 */
export function judgePrice(terms: InstrumentTerms, basis: PriceBasis, price: number): PriceJudgement | null {
  const borders = bordersOf(terms, basis)
  const [first] = borders
  if (!first) return null
  const isMetBy = ({ direction, met }: Border) => (direction === 'UP' ? price >= met : price <= met)
  const isClearOf = ({ direction, clear }: Border) => (direction === 'UP' ? price <= clear : price >= clear)
  const met = borders.find(isMetBy)
  const border =
    met ??
    borders.reduce((near, other) => (Math.abs(other.met - price) < Math.abs(near.met - price) ? other : near), first)
  return {
    isMet: met !== undefined,
    isClear: borders.every(isClearOf),
    occasion: occasionOf(terms, basis, border),
    border,
  }
}
