// A price next to the chart, with the same decimals as on the chart itself.
import { formatMoney } from '../../ui/format/money.ts'

/** `$12.00`; below one dollar with four decimals: `$0.8125`. */
export const formatQuotedPrice = (price: number): string => formatMoney(String(price), { decimals: price < 1 ? 4 : 2 })

/** `12.00`; below one dollar with four decimals: `0.8125`. As a field of the ticket has it. */
export const decimalPrice = (price: number): string => price.toFixed(price < 1 ? 4 : 2)
