// Operations at a newer price, and their summary. The server's figures move by exactly the change in price.
import type { Operation } from '@clubfolio/contract'
import {
  operationFiguresAt,
  operationTotals,
  valueCents,
  type Cents,
  type OperationTotals,
  toCents,
} from '@clubfolio/domain'

/** Negative for a short position. */
export const signedQuantity = ({ longQuantity, shortQuantity }: Operation): number =>
  shortQuantity !== 0 ? -shortQuantity : longQuantity
export const heldQuantity = ({ longQuantity, shortQuantity }: Operation): number =>
  shortQuantity !== 0 ? shortQuantity : longQuantity
/** Source: docs/rules/trading.md, "Operations". */
export const typeOf = ({ shortQuantity }: Operation): 'Short' | 'Long' => (shortQuantity !== 0 ? 'Short' : 'Long')

/** Returns the operation at `last`; unchanged when its prices are from another market. */
export function atPrice(operation: Operation, last: number | undefined): Operation {
  if (last === undefined || !operation.isLive || last === operation.lastPrice) return operation
  const figures = operationFiguresAt({ ...operation, quantity: signedQuantity(operation) }, last)
  return {
    ...operation,
    ...figures,
    lastPrice: last,
    uncoveredValue: valueCents(last, heldQuantity(operation) - operation.coveredQty, operation.multiplier),
  }
}

export interface OperationSummary extends OperationTotals {
  /** Positions by the coverage of their stops. */
  readonly full: number
  readonly partly: number
  readonly none: number
  readonly tooLarge: number
  /** Uncovered value of the positions that lack a stop. */
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
    uncoveredValue: toCents(
      operations.reduce((sum, { lacksStop, uncoveredValue }) => sum + (lacksStop ? uncoveredValue : 0n), 0n),
    ),
  }
}
