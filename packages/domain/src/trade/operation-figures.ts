// Figures of one open position and of all of them together. Exact decimals in, whole cents out.
// Source: docs/rules/trading.md, "Operations"; docs/rules/paper-brokerage.md, "Money".
import { roundToCents } from '../money/round-to-cents.ts'
import { Decimal } from 'decimal.js'
import { type Cents, toCents } from '../kind.ts'
import type { Protection, ProtectedPosition } from './protection.ts'

export interface OperationFacts extends ProtectedPosition {
  readonly lastPrice: Decimal
  /** Realised on the position since it was last flat. */
  readonly realisedCents: Cents
  readonly protection: Protection
  /** Of the whole account; the base of the risk percentage. */
  readonly accountRealValueCents: Cents
}

export interface OperationFigures {
  /** average price x quantity x multiplier. */
  readonly investment: Cents
  /** investment + open profit. */
  readonly floatCap: Cents
  /** investment + realised profit. */
  readonly realCap: Cents
  readonly plOpen: Cents
  /** plOpen / investment x 100; 0 without an investment. */
  readonly plPercent: number
  /** Loss at the stops; null rather than zero without a stop. */
  readonly riskQty: Cents | null
  /** riskQty / real value of the account x 100. */
  readonly riskPercent: number | null
}

/** Returns `part / whole` in percent with 4 decimals; null if the whole is not positive. */
function percentOf(part: bigint, whole: bigint): number | null {
  return whole <= 0n
    ? null
    : new Decimal(part.toString())
        .times(100)
        .div(whole.toString())
        .toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN)
        .toNumber()
}

/**
 * Computes the figures of a position. Open profit is (last - average) x quantity x multiplier for a long position and
 * (average - last) x ... for a short one; both follow from the signed quantity.
 * Example: 500 short at 29.84, last 27.15, stop for all at 30.41 in an account of 272,344.32: investment 14,920.00,
 * open profit 1,345.00 (9.01 %), float capital 16,265.00, risk 285.00 (0.10 %).
 */
export function operationFigures({
  quantity,
  averagePrice,
  multiplier,
  lastPrice,
  realisedCents,
  protection,
  accountRealValueCents,
}: OperationFacts): OperationFigures {
  const investment = roundToCents(averagePrice.times(quantity.abs()).times(multiplier))
  const plOpen = roundToCents(lastPrice.minus(averagePrice).times(quantity).times(multiplier))
  const riskQty = protection.risk === null ? null : roundToCents(protection.risk)
  return {
    investment,
    floatCap: toCents(investment + plOpen),
    realCap: toCents(investment + realisedCents),
    plOpen,
    plPercent: percentOf(plOpen, investment) ?? 0,
    riskQty,
    riskPercent: riskQty === null ? null : percentOf(riskQty, accountRealValueCents),
  }
}

export interface ValuedOperation extends Pick<OperationFigures, 'investment' | 'plOpen'> {
  /** Null if unknown. */
  readonly plDay: Cents | null
  /** Signed. */
  readonly quantity: number
  readonly multiplier: number
  readonly lastPrice: number
}

/**
 * Recomputes the price-dependent figures at another last price: open profit and profit of the day change by (last -
 * previous last) x signed quantity x multiplier. Example: 100 short at 40.00, with 100.00 open profit at 39.00, has
 * 200.00 at 38.00, 5 % of 4,000.00.
 */
export function operationFiguresAt(
  { investment, plOpen: before, plDay, quantity, multiplier, lastPrice }: ValuedOperation,
  last: number,
): Pick<OperationFigures, 'plOpen' | 'floatCap' | 'plPercent'> & Pick<ValuedOperation, 'plDay'> {
  const change = roundToCents(new Decimal(last).minus(lastPrice).times(quantity).times(multiplier))
  const plOpen = toCents(before + change)
  return {
    plOpen,
    plDay: plDay === null ? null : toCents(plDay + change),
    floatCap: toCents(investment + plOpen),
    plPercent: new Decimal(percentOf(plOpen, investment) ?? 0).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber(),
  }
}

/** price x quantity x multiplier in cents. */
export const valueCents = (price: number, quantity: number, multiplier: number): Cents =>
  roundToCents(new Decimal(price).times(quantity).times(multiplier))

export interface OperationTotals {
  readonly investment: Cents
  readonly floatCap: Cents
  readonly realCap: Cents
  readonly plOpen: Cents
  /** Of the positions whose profit of the day is known; null if none is. */
  readonly plDay: Cents | null
  /** The number of positions that `plDay` leaves out. */
  readonly plDayUnknown: number
  /** Null if no position has a stop. */
  readonly riskQty: Cents | null
  /** plOpen / investment x 100 of the totals; null without an investment. */
  readonly plPercent: number | null
  /** Average of the rows; null if no row has the figure. */
  readonly riskPercent: number | null
}

/**
 * Returns the sums, the total's own P/L percentage, and the average risk percentage; rows without a stop are excluded
 * from the risk figures, rows without a profit of the day from its sum. Example: 1,000.00 with a profit of 100.00 and
 * 9,000.00 with a loss of 450.00 lose 3.5 % together, although their percentages have an average of 2.5.
 * Source: docs/rules/trading.md, "Operations"; docs/decisions/0055-the-percentage-of-a-total.md.
 */
export function operationTotals(rows: readonly (OperationFigures & Pick<ValuedOperation, 'plDay'>)[]): OperationTotals {
  const add = (value: (row: OperationFigures) => bigint): Cents =>
    toCents(rows.reduce((total, row) => total + value(row), 0n))
  const sumOfKnown = (values: readonly (Cents | null)[]): Cents | null => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : toCents(known.reduce<bigint>((total, value) => total + value, 0n))
  }
  const investment = add((row) => row.investment)
  const plOpen = add((row) => row.plOpen)
  return {
    investment,
    floatCap: add((row) => row.floatCap),
    realCap: add((row) => row.realCap),
    plOpen,
    plDay: sumOfKnown(rows.map(({ plDay }) => plDay)),
    plDayUnknown: rows.filter(({ plDay }) => plDay === null).length,
    riskQty: sumOfKnown(rows.map(({ riskQty }) => riskQty)),
    plPercent: percentOf(plOpen, investment),
    riskPercent: average(rows.flatMap(({ riskPercent }) => (riskPercent === null ? [] : [riskPercent]))),
  }
}

function average(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values
    .reduce((total, value) => total.plus(value), new Decimal(0))
    .div(values.length)
    .toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN)
    .toNumber()
}
