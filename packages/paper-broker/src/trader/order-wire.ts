// An order in the wire's form. A pair has neither legs nor a price of its own; the account number is a number here, as on the
// real wire.
import type { OrderRow } from '../engine/order-row.ts'
import { wireTime } from '../kernel/wire-time.ts'
import { parsePrice, priceNumber } from '../money/money.ts'
import { isOpeningInstruction } from '../ledger/trade-instruction.ts'
import { isCancelable, isOpen } from '../order/order.ts'
import { instrumentWire } from './position-wire.ts'
import type { ExecutionRow, ReadOrderTree } from './read-orders.ts'

function priceOf(name: string, text: string | null): Record<string, number> {
  const at = text === null ? null : parsePrice(text)
  return at === null ? {} : { [name]: priceNumber(at) }
}

function activityWire(execution: ExecutionRow, left: bigint): object {
  return {
    activityType: 'EXECUTION',
    activityId: Number(execution.activity_id),
    executionType: 'FILL',
    quantity: Number(execution.quantity),
    orderRemainingQuantity: Number(left),
    executionLegs: [
      {
        legId: 1,
        quantity: Number(execution.quantity),
        mismarkedQuantity: 0,
        ...priceOf('price', execution.price),
        time: wireTime(execution.occurred_at.getTime()),
        instrumentId: 0,
      },
    ],
  }
}

function activities(row: OrderRow, executions: readonly ExecutionRow[]): object[] {
  const filled = executions.reduce((sum, one) => sum + one.quantity, 0n)
  let left = (row.quantity ?? 0n) > filled ? (row.quantity ?? 0n) : filled
  return executions.map((execution) => {
    left -= execution.quantity
    return activityWire(execution, left)
  })
}

function legWire(row: OrderRow): object {
  return {
    orderLegType: row.asset_type === 'OPTION' ? 'OPTION' : 'EQUITY',
    legId: 1,
    instrument: instrumentWire({ symbol: row.symbol ?? '', assetType: row.asset_type ?? 'EQUITY', cusip: row.cusip, description: row.description }),
    instruction: row.instruction,
    positionEffect: isOpeningInstruction(row.instruction ?? '') ? 'OPENING' : 'CLOSING',
    quantity: Number(row.quantity ?? 0n),
  }
}

function termsWire({ row, executions }: ReadOrderTree): object {
  if (row.quantity === null) return {}
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
    ...(row.trail_offset === null ? {} : { stopPriceLinkBasis: 'LAST', stopPriceLinkType: row.trail_is_percent === true ? 'PERCENT' : 'VALUE', ...priceOf('stopPriceOffset', row.trail_offset) }),
    ...(row.limit_offset === null ? {} : { priceLinkBasis: 'LAST', priceLinkType: 'VALUE', ...priceOf('priceOffset', row.limit_offset) }),
    ...row.details,
    ...(row.expires_at !== null && row.duration !== 'DAY' ? { cancelTime: wireTime(row.expires_at.getTime()) } : {}),
    ...(row.release_at === null || row.status !== 'PENDING_ACTIVATION' ? {} : { releaseTime: wireTime(row.release_at.getTime()) }),
    orderLegCollection: [legWire(row)],
    ...(executions.length === 0 ? {} : { orderActivityCollection: activities(row, executions) }),
  }
}

/** One element of the orders answer. */
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
    ...(children.length === 0 ? {} : { childOrderStrategies: children.map((child) => orderWire(child, accountNumber)) }),
  }
}
