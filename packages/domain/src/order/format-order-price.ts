// Formats the price of an order for display.
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'

/**
 * Formats a price with two decimals from one dollar upwards and four below, because the market's tick is a hundredth of
 * a cent there: `formatOrderPrice('45.5')` is "$45.50", `formatOrderPrice('0.5')` is "$0.5000". Throws if the text is
 * not a decimal number.
 */
export function formatOrderPrice(price: Decimal.Value): string {
  const value = new Decimal(price)
  return value.lessThan(1) ? formatMoney(value.toFixed(4), { decimals: 4 }) : formatMoney(value.toFixed(2))
}
