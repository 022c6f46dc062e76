// Price ticks of orders: whole cents from one dollar up, hundredths of a cent below (Rule 612 of Regulation NMS);
// options in cents below 3 dollars and five cents from there on.
import { Decimal } from 'decimal.js'

/**
 * Rounds a price in dollars to its tick, half up, as decimal text: "9.409" is "9.41", "0.12344" is "0.1234", an
 * option's "3.12" is "3.1". Needed because the specification's stops 3 percent beyond a level have more decimals than
 * an order may have.
 */
export function roundToTick(price: string | Decimal, isOption = false): string {
  const exact = new Decimal(price)
  if (isOption) return exact.toNearest(exact.lessThan(3) ? '0.01' : '0.05', Decimal.ROUND_HALF_UP).toFixed()
  return exact.toDecimalPlaces(exact.lessThan(1) ? 4 : 2, Decimal.ROUND_HALF_UP).toFixed()
}

/** Returns whether the price is already on its tick. */
export const isOnTick = (price: string, isOption = false): boolean =>
  new Decimal(roundToTick(price, isOption)).equals(price)
