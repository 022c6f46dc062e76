// The price of an order as people read it.
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'

/**
 * Two decimals from a dollar upwards, four below, because the tick of the market is a hundredth of a cent there:
 * `priceWords('45.5')` is "$45.50", `priceWords('0.5')` is "$0.5000". Text that is no decimal number throws.
 */
export function priceWords(price: Decimal.Value): string {
  const value = new Decimal(price)
  return value.lessThan(1) ? formatMoney(value.toFixed(4), { decimals: 4 }) : formatMoney(value.toFixed(2))
}
