// What a position wins, or loses below zero, when its stop is filled at its price: the figure that changes while a stop
// is moved.
import { Decimal } from 'decimal.js'
import { multiplierOf } from '../order/option-code.ts'
import type { Cents } from '../kind.ts'
import { roundToCents } from '../money/round-to-cents.ts'

export interface StoppedPosition {
  readonly symbol: string
  /** Signed. */
  readonly held: Decimal.Value
  readonly averagePrice: Decimal.Value
}

/** Example: 100 long at an average of 50.01 with a stop at 55 lock in 499.00; with a stop at 48 they lose 201.00. */
export function stopResult({ symbol, held, averagePrice }: StoppedPosition, stopPrice: Decimal.Value): Cents {
  return roundToCents(new Decimal(stopPrice).minus(averagePrice).times(held).times(multiplierOf(symbol)))
}
