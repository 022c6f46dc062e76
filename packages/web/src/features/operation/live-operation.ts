// An operation at a newer price, and all of them together. The server's figures move by what the price moved, exactly.
import type { Operation } from '@clubfolio/contract'
import { operationTotals, type Cents, type OperationTotals } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'

/** Signed: below zero for a short position. */
export const signedQuantity = ({ longQuantity, shortQuantity }: Operation): number => (shortQuantity !== 0 ? -shortQuantity : longQuantity)
export const heldQuantity = ({ longQuantity, shortQuantity }: Operation): number => (shortQuantity !== 0 ? shortQuantity : longQuantity)
/** Source: specification 2, section 2 Operations. */
export const typeOf = ({ shortQuantity }: Operation): 'Short' | 'Long' => (shortQuantity !== 0 ? 'Short' : 'Long')

/**
 * The operation at `last`: open profit moves by (last - last price before) x signed quantity x multiplier, float capital with it.
 * Example: 100 short at 40.00 that stood at 39.00 with 100.00 open profit has 200.00 at 38.00.
 */
export function atPrice(operation: Operation, last: number | undefined): Operation {
  if (last === undefined || !operation.isLive || last === operation.lastPrice) return operation
  const moved = new Decimal(last).minus(operation.lastPrice).times(signedQuantity(operation)).times(operation.multiplier).times(100)
  const plOpen = (operation.plOpen + BigInt(moved.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))) as Cents
  const uncoveredQty = new Decimal(heldQuantity(operation)).minus(operation.coveredQty)
  return {
    ...operation,
    lastPrice: last,
    plOpen,
    floatCap: (operation.investment + plOpen) as Cents,
    plPercent: operation.investment === 0n ? 0 : new Decimal(plOpen.toString()).times(100).div(operation.investment.toString()).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber(),
    uncoveredValue: BigInt(uncoveredQty.times(last).times(operation.multiplier).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)) as Cents,
  }
}

export interface OperationSummary extends OperationTotals {
  /** Positions by how their stops cover them. */
  readonly full: number
  readonly partly: number
  readonly none: number
  readonly tooLarge: number
  readonly uncoveredValue: Cents
}

export function summarise(operations: readonly Operation[]): OperationSummary {
  const count = (state: Operation['protection']) => operations.filter(({ protection }) => protection === state).length
  return {
    ...operationTotals(operations),
    full: count('FULL'),
    partly: count('PARTLY'),
    none: count('NONE'),
    tooLarge: count('TOO_LARGE'),
    uncoveredValue: operations.reduce((sum, { uncoveredValue }) => sum + uncoveredValue, 0n) as Cents,
  }
}
