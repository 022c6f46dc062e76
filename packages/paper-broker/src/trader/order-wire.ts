// An order in wire format. A pair has neither legs nor a price; the account number is a number here, as on the real
// wire.
import { orderOfRow } from '../engine/order-row.ts'
import type { OrderRow } from '../engine/order-row.ts'
import { wireTime } from '../kernel/wire-time.ts'
import { parsePrice, priceNumber } from '../money/money.ts'
import type { OrderLeg } from '../order/order-leg.ts'
import { isOpeningLeg, isOptionLeg, shownLegs } from '../order/order-leg.ts'
import type { OrderTerms } from '../order/order.ts'
import { isCancelable, isOpen } from '../order/order.ts'
import { instrumentWire } from './position-wire.ts'
import type { ExecutionRow, ReadOrderTree } from './read-orders.ts'

function priceOf(name: string, text: string | null): Record<string, number> {
  const at = text === null ? null : parsePrice(text)
  return at === null ? {} : { [name]: priceNumber(at) }
}

/** Returns one execution: its legs at their own prices. The quantity is the order's, in units for a multi-leg order. */
function activityWire(legs: readonly ExecutionRow[], units: bigint, left: bigint): object {
  return {
    activityType: 'EXECUTION',
    activityId: Number(legs[0]?.activity_id ?? 0),
    executionType: 'FILL',
    quantity: Number(units),
    orderRemainingQuantity: Number(left),
    executionLegs: legs.map((execution) => ({
      legId: execution.leg,
      quantity: Number(execution.quantity),
      mismarkedQuantity: 0,
      ...priceOf('price', execution.price),
      time: wireTime(execution.occurred_at.getTime()),
      instrumentId: 0,
    })),
  }
}

function activities(row: OrderRow, terms: OrderTerms, executions: readonly ExecutionRow[]): object[] {
  const shown = shownLegs(terms)
  const unitsOf = ({ leg, quantity }: ExecutionRow): bigint => quantity / (shown[leg - 1]?.ratio ?? 1n)
  const firsts = executions.filter(({ leg }) => leg === 1)
  const filled = firsts.reduce((sum, one) => sum + unitsOf(one), 0n)
  let left = (row.quantity ?? 0n) > filled ? (row.quantity ?? 0n) : filled
  return firsts.map((first) => {
    left -= unitsOf(first)
    return activityWire(
      executions.filter(({ line, leg }) => line === first.line && leg <= shown.length),
      unitsOf(first),
      left,
    )
  })
}

function legWire(leg: OrderLeg, n: number, units: bigint): object {
  return {
    orderLegType: isOptionLeg(leg) ? 'OPTION' : 'EQUITY',
    legId: n + 1,
    instrument: instrumentWire(leg),
    instruction: leg.instruction,
    positionEffect: isOpeningLeg(leg) ? 'OPENING' : 'CLOSING',
    quantity: Number(units * leg.ratio),
  }
}

function termsWire({ row, executions }: ReadOrderTree): object {
  const { terms } = orderOfRow(row)
  if (row.quantity === null || terms === null) return {}
  return {
    session: row.session,
    duration: row.duration,
    orderType: row.order_type,
    complexOrderStrategyType: 'NONE',
    quantity: Number(row.quantity),
    filledQuantity: Number(row.filled),
    remainingQuantity: isOpen(row) ? Number(row.quantity - row.filled) : 0,
    requestedDestination: 'AUTO',
    destinationLinkName: 'AutoRoute',
    ...priceOf('price', row.price),
    ...priceOf('stopPrice', row.stop_price),
    ...(row.trail_offset === null
      ? {}
      : {
          stopPriceLinkBasis: 'LAST',
          stopPriceLinkType: row.trail_is_percent === true ? 'PERCENT' : 'VALUE',
          ...priceOf('stopPriceOffset', row.trail_offset),
        }),
    ...(row.limit_offset === null
      ? {}
      : { priceLinkBasis: 'LAST', priceLinkType: 'VALUE', ...priceOf('priceOffset', row.limit_offset) }),
    ...row.details,
    ...(row.expires_at !== null && row.duration !== 'DAY' ? { cancelTime: wireTime(row.expires_at.getTime()) } : {}),
    ...(row.release_at === null || row.status !== 'PENDING_ACTIVATION'
      ? {}
      : { releaseTime: wireTime(row.release_at.getTime()) }),
    orderLegCollection: shownLegs(terms).map((leg, n) => legWire(leg, n, terms.quantity)),
    ...(executions.length === 0 ? {} : { orderActivityCollection: activities(row, terms, executions) }),
  }
}

/** Returns one element of the orders response. */
export function orderWire(tree: ReadOrderTree, accountNumber: string): object {
  const { row, children } = tree
  return {
    ...termsWire(tree),
    orderStrategyType: row.strategy,
    orderId: Number(row.order_id),
    cancelable: isCancelable(row),
    editable: isCancelable(row),
    status: row.status,
    ...(row.status_description === null ? {} : { statusDescription: row.status_description }),
    enteredTime: wireTime(row.entered_at.getTime()),
    ...(row.closed_at === null ? {} : { closeTime: wireTime(row.closed_at.getTime()) }),
    tag: 'PAPER',
    accountNumber: Number(accountNumber),
    ...(children.length === 0
      ? {}
      : { childOrderStrategies: children.map((child) => orderWire(child, accountNumber)) }),
  }
}
