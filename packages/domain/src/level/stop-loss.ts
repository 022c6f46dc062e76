// Stop-loss prices: 3 percent beyond the level that should have held. Uses exact decimals because orders are placed at
// these prices; the result has at most four decimals, which a number's shortest text represents exactly.
import { Decimal } from 'decimal.js'

export type TradeDirection = 'long' | 'short'

/** Source: docs/rules/trading.md, "Stop loss". */
export const stopLossPercent = 3

/**
 * Returns the stop-loss price: 3 percent below the support for a long position, 3 percent above the resistance for a
 * short one, rounded to cents (to 4 decimals below one dollar). Undefined while that level is unknown or not above
 * zero.
 * Example: long with support 225.86 is 219.08; short with resistance 10.30 is 10.61.
 * Source: docs/rules/trading.md, "Stop loss".
 */
export function stopLossPrice(
  direction: TradeDirection,
  levels: { readonly resistance?: number | undefined; readonly support?: number | undefined },
): number | undefined {
  const level = (direction === 'long' ? levels.support : levels.resistance) ?? 0
  if (!(level > 0)) return undefined
  const part = new Decimal(level).times(stopLossPercent).div(100)
  const price = direction === 'long' ? new Decimal(level).minus(part) : new Decimal(level).plus(part)
  return price.toDecimalPlaces(price.lessThan(1) ? 4 : 2, Decimal.ROUND_HALF_UP).toNumber()
}
