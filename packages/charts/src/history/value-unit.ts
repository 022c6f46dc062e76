// Formats the values of a history: amounts of money or percent, in full, on the axis, and as a change.

import { withCurrency } from '@clubfolio/domain'
import { numberText, signedPercentText } from '../chart-text.ts'

/** Amounts in another currency than dollars name it: `in EUR`. */
export type ValueUnit = 'dollars' | 'percent' | `in ${string}`

export interface UnitText {
  /** In full: $284,316.52, +18.71%. */
  readonly full: (value: number) => string
  /** On the axis: $284,317, +18.7%. */
  readonly axis: (value: number) => string
  /** A change with its sign: +$120.00, +1.20 points. */
  readonly change: (value: number) => string
  readonly stepLeast: number
}

/** Returns the unit of amounts in a currency: `unitIn('EUR')` is `in EUR`. */
export const unitIn = (currency: string): ValueUnit => (currency === 'USD' ? 'dollars' : `in ${currency}`)

/** Formats an amount: $1,234.56 and -$1,234.56; in euros 1,234.56 EUR and -1,234.56 EUR. */
export function amountText(value: number, digits = 2, currency = 'USD'): string {
  const isNegative = Number(value.toFixed(digits)) < 0
  return withCurrency(`${isNegative ? '-' : ''}${numberText(Math.abs(value), digits)}`, currency)
}

/**
 * Returns the formatters of a unit. `largest` is the greatest size shown: cents on the axis help only below a thousand.
 */
export function unitText(unit: ValueUnit, largest: number): UnitText {
  if (unit === 'percent') {
    return {
      full: (value) => signedPercentText(value),
      axis: (value) => signedPercentText(value, 1),
      change: (value) => signedPercentText(value).replace('%', ' points'),
      stepLeast: 0.1,
    }
  }
  const digits = largest >= 1_000 ? 0 : 2
  const currency = unit === 'dollars' ? 'USD' : unit.slice('in '.length)
  const full = (value: number) => amountText(value, 2, currency)
  return {
    full,
    axis: (value) => amountText(value, digits, currency),
    change: (value) => (Number(value.toFixed(2)) > 0 ? `+${full(value)}` : full(value)),
    stepLeast: digits === 0 ? 1 : 0.01,
  }
}
