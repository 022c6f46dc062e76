// The total risk at the stops of an account: what its positions lose if every stop is filled at its price, before and
// after an order. Positions without a stop are counted beside it, because their loss has no limit to add.
// Source: docs/rules/trading.md, "Operations".
import type { Operation, OrderPreview } from '@clubfolio/contract'
import { type Cents, isOpening, roundToCents, stopOrderTypes, toCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { isPairOrder, type TicketOrder } from './ticket-form.ts'

export interface RiskAtStops {
  readonly before: Cents
  readonly after: Cents
  /** Positions without a stop once the order is filled. */
  readonly withoutStop: number
}

type HeldPosition = Pick<
  Operation,
  'code' | 'longQuantity' | 'shortQuantity' | 'averagePrice' | 'riskQty' | 'multiplier'
>

/**
 * Returns the risk at all stops before and after the fill of an order. Example: two positions that lose 300.00 and
 * 850.00 at their stops, and a bracket that loses 151.00 at its stop: 1,150.00 and 1,301.00.
 */
export function riskAtStops(
  positions: readonly HeldPosition[],
  order: TicketOrder,
  preview: Pick<OrderPreview, 'brokerInstruction' | 'lossAtStop' | 'price' | 'stopPrice'>,
): RiskAtStops {
  const own = positions.find(({ code }) => code === order.ticket)
  const others = positions.filter((one) => one !== own)
  const before = sum(positions)
  const ownAfter = afterOrder(own, order, preview)
  return {
    before,
    after: toCents(sum(others) + (ownAfter ?? 0n)),
    withoutStop: others.filter(({ riskQty }) => riskQty === null).length + (ownAfter === null ? 1 : 0),
  }
}

const sum = (positions: readonly HeldPosition[]): Cents =>
  toCents(positions.reduce<bigint>((total, { riskQty }) => total + (riskQty ?? 0n), 0n))

/** The risk of the order's own position once it is filled; null for a position without a stop. */
function afterOrder(
  own: HeldPosition | undefined,
  order: TicketOrder,
  { brokerInstruction, lossAtStop, price, stopPrice }: Parameters<typeof riskAtStops>[2],
): bigint | null {
  const before = own?.riskQty ?? null
  if (brokerInstruction !== null && isOpening(brokerInstruction)) {
    if (lossAtStop === null) return own === undefined ? null : before
    return own !== undefined && before === null ? null : (before ?? 0n) + lossAtStop
  }
  if (own === undefined) return 0n
  const isPair = isPairOrder(order)
  const stop = isPair ? stopPrice : stopOrderTypes.some((type) => type === order.orderType) ? price : null
  const held = new Decimal(own.longQuantity > 0 ? own.longQuantity : own.shortQuantity)
  const quantity = Decimal.min(order.quantity, held)
  // A stop or a pair waits, and its stop is what the covered shares lose from then on.
  if (stop !== null) {
    const perShare =
      own.longQuantity > 0 ? new Decimal(own.averagePrice).minus(stop) : new Decimal(stop).minus(own.averagePrice)
    return roundToCents(Decimal.max(0, perShare).times(quantity).times(own.multiplier))
  }
  // The rest keeps its share of the stop.
  if (quantity.equals(held)) return 0n
  return before === null
    ? null
    : roundToCents(new Decimal(before.toString()).div(100).times(held.minus(quantity)).div(held))
}
