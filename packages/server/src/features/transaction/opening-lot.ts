// The holding of a symbol before the first known transaction, which our copy of the transactions does not explain.
import {
  decimalFraction,
  unwindCost,
  type LotEvent,
  type MarketDay,
  type OpenLot,
  roundToCents,
  toCents,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { SecurityRow } from './lot-events.ts'

/** What is held now. */
export interface Present {
  readonly quantity: string
  readonly average_price: string
  readonly multiplier: number
}

/**
 * Returns the holding before the first known transaction: the current quantity without all changes. Its cost is derived
 * backwards from the current average price as long as the position was never flat; otherwise it is unknown.
 */
export function openingLot(
  rows: readonly SecurityRow[],
  events: readonly LotEvent[],
  present: Present | undefined,
): OpenLot[] {
  const now = new Decimal(present?.quantity ?? 0)
  const quantity = rows.reduce((left, row) => left.minus(row.quantity), now)
  if (quantity.isZero()) return []
  const multiplier = present?.multiplier ?? 1
  const changes = events.map((event, index) => ({
    quantity: new Decimal(rows[index]!.quantity),
    grossCost: grossCostOf(event),
  }))
  const cost =
    present && events.length === rows.length
      ? unwindCost({ quantity: now, cost: now.times(present.average_price).times(multiplier), multiplier }, changes)
      : undefined
  const amountCents = cost === undefined ? null : roundToCents(cost.abs())
  return [
    {
      side: quantity.isNegative() ? 'SHORT' : 'LONG',
      openedId: null,
      openedDay: null as MarketDay | null,
      quantity: decimalFraction(quantity.abs().toFixed()),
      amountCents,
      feeCents: toCents(0n),
    },
  ]
}

/** A split leaves the cost of a position. */
function grossCostOf(event: LotEvent): Decimal | null {
  if (event.kind === 'SPLIT') return null
  return event.kind === 'TRADE' ? new Decimal((-event.grossCents).toString()).div(100) : new Decimal(0)
}
