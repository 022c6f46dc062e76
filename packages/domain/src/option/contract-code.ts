// Writes the 21-character code of a contract; `order/option-code.ts` reads it.
import type { ContractTerms } from '../order/option-code.ts'

/** Returns the code of a contract: the 235 call on AAPL of 2026-12-18 is 'AAPL  261218C00235000'. */
export function codeOfContract({ underlying, right, strike, expiration }: ContractTerms): string {
  const day = expiration.slice(2).replaceAll('-', '')
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0')
  return `${underlying.padEnd(6)}${day}${right.charAt(0)}${thousandths}`
}
