// What an account gained in percent: each step's value without the money that came or went in it, against the value before,
// chained. So a deposit is no gain and a withdrawal no loss.
import type { MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { ValueAt } from './history-point.ts'

export interface Flow {
  readonly day: MarketDay
  readonly amountCents: bigint
}

export interface PercentAt {
  readonly value: ValueAt
  readonly percent: number
}

/**
 * percent(n) = product of (value - flows since the point before) / value before, minus 1, in percent with 2 decimals.
 * Flows count on their market day. A step that starts from nothing gains nothing.
 * Example: 100, then 160 after a deposit of 50: 10 percent.
 */
export function percentHistory(values: readonly ValueAt[], flows: readonly Flow[]): PercentAt[] {
  let growth = new Decimal(1)
  return values.map((value, index) => {
    const before = values[index - 1]
    if (before && before.valueCents > 0n) {
      const moved = flows.filter(({ day }) => day > before.day && day <= value.day).reduce((sum, { amountCents }) => sum + amountCents, 0n)
      growth = growth.times(new Decimal((value.valueCents - moved).toString())).div(before.valueCents.toString())
    }
    return { value, percent: growth.minus(1).times(100).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber() }
  })
}
