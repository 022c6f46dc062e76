// Formats the values of a history: dollars or percent, in full, on the axis, and as a change.

import { numberText, signedPercentText } from '../chart-text.ts'

export type ValueUnit = 'dollars' | 'percent'

export interface UnitText {
  /** In full: $284,316.52, +18.71%. */
  readonly full: (value: number) => string
  /** On the axis: $284,317, +18.7%. */
  readonly axis: (value: number) => string
  /** A change with its sign: +$120.00, +1.20 points. */
  readonly change: (value: number) => string
  readonly stepLeast: number
}

/** Formats dollars: $1,234.56 and -$1,234.56. */
export function dollarsText(value: number, digits = 2): string {
  const text = numberText(Math.abs(value), digits)
  const isNegative = Number(value.toFixed(digits)) < 0
  return `${isNegative ? '-' : ''}$${text}`
}

/**
 * Returns the formatters of a unit. `largest` is the greatest size shown: cents on the axis help only below a thousand
 * dollars.
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
  return {
    full: (value) => dollarsText(value),
    axis: (value) => dollarsText(value, digits),
    change: (value) => (Number(value.toFixed(2)) > 0 ? `+${dollarsText(value)}` : dollarsText(value)),
    stepLeast: digits === 0 ? 1 : 0.01,
  }
}
