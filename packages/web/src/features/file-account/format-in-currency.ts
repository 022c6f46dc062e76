// Amounts of statement files: exact decimal text in any currency, with all of its decimals.
import { withCurrency } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'

/**
 * Returns an amount with at least two decimals and its currency, further decimals as they are:
 * `formatInCurrency('-1234.5', 'EUR')` is "-1,234.50 EUR", in dollars "-$1,234.50".
 */
export function formatInCurrency(amount: string, currency: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return withCurrency(formatCount(`${whole}.${fraction.padEnd(2, '0')}`), currency).trim()
}

/** Sorts decimal text by its size; only for the order of rows. */
export const sizeOf = (text: string): number => Number(text)
