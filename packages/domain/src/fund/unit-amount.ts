// What an amount buys and what units are worth at a rate, the two roundings that every dealing makes.
import { divideHalfEven, type Fraction } from '../money/fraction.ts'

/** Returns the units that an amount buys at a rate, half-even to 8 decimals. */
export function unitsFor(amountCents: bigint, rate: Fraction): bigint {
  return divideHalfEven(amountCents * rate.denominator, rate.numerator)
}

/** Returns the value of units at a rate, half-even to the cent. */
export function amountFor(units: bigint, rate: Fraction): bigint {
  return divideHalfEven(units * rate.numerator, rate.denominator)
}
