// Amounts, prices and quantities as text: this wire sends no number of the books as a JSON number.

import { COST_SCALE, PRICE_SCALE } from '../../money/money.ts'
import { decimalText } from '../../money/decimal.ts'

/** Returns decimal text without zeros at its end. Example: 1747800 at scale 4 is `174.78`, 50000 is `5`. */
export function trimmedText(steps: bigint, scale: number): string {
  const text = decimalText(steps, scale)
  if (!text.includes('.')) return text
  const trimmed = text.replace(/0+$/, '').replace(/\.$/, '')
  return trimmed === '-0' ? '0' : trimmed
}

export const centsText = (amount: bigint): string => trimmedText(amount, 2)
export const priceText = (at: bigint): string => trimmedText(at, PRICE_SCALE)
export const costText = (amount: bigint): string => trimmedText(amount, COST_SCALE)

/** Returns a price, or null where there is none. */
export function priceTextOrNull(at: bigint | null): string | null {
  return at === null ? null : priceText(at)
}
