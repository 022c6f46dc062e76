// Price ticks of orders: whole cents from one dollar up, hundredths of a cent below (Rule 612 of Regulation NMS);
// options in cents below 3 dollars and five cents from there on.
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'

/**
 * Rounds a price in dollars to its tick, half up, as decimal text: "9.409" is "9.41", "0.12344" is "0.1234", an
 * option's "3.12" is "3.1". For prices that we compute ourselves, such as a stop 3 percent beyond a level: a price that
 * somebody typed is never rounded.
 */
export function roundToTick(price: string | Decimal, isOption = false): string {
  const exact = new Decimal(price)
  if (isOption) return exact.toNearest(exact.lessThan(3) ? '0.01' : '0.05', Decimal.ROUND_HALF_UP).toFixed()
  return exact.toDecimalPlaces(exact.lessThan(1) ? 4 : 2, Decimal.ROUND_HALF_UP).toFixed()
}

/** Returns whether the price is already on its tick. */
export const isOnTick = (price: string, isOption = false): boolean =>
  new Decimal(roundToTick(price, isOption)).equals(price)

/**
 * Says what is wrong with a price that is finer than its tick, with the nearest one that is not; undefined for a price
 * on its tick. Example: "$48.501 is finer than a price may be. Enter whole cents, such as $48.50."
 */
export function describeTickFault(price: string, isOption = false): string | undefined {
  if (isOnTick(price, isOption)) return undefined
  const nearest = new Decimal(roundToTick(price, isOption))
  const shown = (value: Decimal) => formatMoney(value.toFixed(), { decimals: Math.max(2, value.decimalPlaces()) })
  const step = isOption && nearest.greaterThanOrEqualTo(3) ? 'steps of $0.05' : 'whole cents'
  const rule = !isOption && new Decimal(price).lessThan(1) ? 'at most 4 decimals' : step
  return `${shown(new Decimal(price))} is finer than a price may be. Enter ${rule}, such as ${shown(nearest)}.`
}
