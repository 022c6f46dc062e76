// Formats prices: cents from one dollar up, four decimals below.
import { formatMoney } from '../../ui/format/money.ts'

/** Prices below one dollar have up to 4 decimals. */
export const decimalsOf = (price: string): number => (Math.abs(Number(price)) < 1 ? 4 : 2)

export const formatPrice = (price: string | null): string =>
  price === null ? '--' : formatMoney(price, { decimals: decimalsOf(price) })
