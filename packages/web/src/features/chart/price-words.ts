// A price beside the chart, with the decimals that the chart itself writes.
import { formatMoney } from '../../ui/format/money.ts'

/** `$12.00`; under one dollar with four decimals: `$0.8125`. */
export const priceWords = (price: number): string => formatMoney(String(price), { decimals: price < 1 ? 4 : 2 })
