// An activity of the Alpaca wire: a fill of an order, or anything else that changed the account.

import { absolute, divideHalfUp, parseRounded } from '../../money/decimal.ts'
import { DOLLAR_SYMBOL } from '../../ledger/cash-item.ts'
import { PRICE_SCALE, parsePrice } from '../../money/money.ts'
import { numberOfId, numberedId } from '../kernel/alpaca-id.ts'
import { centsText, priceText, trimmedText } from '../kernel/amount-text.ts'
import { wireSymbol } from '../kernel/alpaca-symbol.ts'
import { instantText } from '../kernel/alpaca-time.ts'
import { orderIdText } from '../order/alpaca-order-wire.ts'
import type { Activity, ActivityPlace, FillFacts } from './read-activities.ts'

/** Activities of one transaction share its number; the part is counted in the lowest digits. */
const PARTS = 64n

/** Returns the id of an activity: the instant, and a UUID that carries its number. */
export function activityId({ transaction, part }: Activity): string {
  const digits = instantText(transaction.occurred_at).replaceAll(/[^0-9]/g, '')
  return `${digits}::${numberedId('activity', transaction.activity_id * PARTS + BigInt(part))}`
}

/** Returns the place of an activity from its id, or null for any other text. */
export function placeOfActivity(id: string): ActivityPlace | null {
  const number = numberOfId('activity', id.split('::')[1] ?? '')
  return number === null ? null : { activityId: number / PARTS, part: Number(number % PARTS) }
}

/** Returns a fill. */
export function fillWire(activity: Activity, { cumulated, left }: FillFacts): object {
  const { transaction, item } = activity
  const at = item.price === null ? null : parsePrice(item.price)
  return {
    activity_type: 'FILL',
    id: activityId(activity),
    transaction_time: instantText(transaction.occurred_at),
    type: left === 0n ? 'fill' : 'partial_fill',
    price: priceText(at ?? 0n),
    qty: String(absolute(item.quantity_change)),
    side: item.quantity_change > 0n ? 'buy' : 'sell',
    symbol: wireSymbol(item.symbol),
    leaves_qty: String(left),
    cum_qty: String(cumulated),
    order_status: left === 0n ? 'filled' : 'partially_filled',
    ...(transaction.order_id === null ? {} : { order_id: orderIdText(transaction.order_id) }),
  }
}

const SUB_TYPES: Readonly<Partial<Record<string, string>>> = { DIV: 'CDIV', FEE: 'COM' }

function subTypeOf({ type, item }: Activity): string | undefined {
  if (type === 'SPLIT') return item.quantity_change < 0n ? 'RSPLIT' : 'FSPLIT'
  return SUB_TYPES[type]
}

/** Returns an activity that is no fill. `held` are the shares that a dividend was paid on. */
export function otherActivityWire(activity: Activity, held: bigint | null): object {
  const { type, transaction, item, day } = activity
  const subType = subTypeOf(activity)
  return {
    activity_type: type,
    ...(subType === undefined ? {} : { activity_sub_type: subType }),
    id: activityId(activity),
    date: day,
    created_at: instantText(transaction.occurred_at),
    net_amount: centsText(item.amount_cents),
    description: transaction.description,
    status: 'executed',
    currency: 'USD',
    ...(item.symbol === DOLLAR_SYMBOL ? {} : { symbol: wireSymbol(item.symbol) }),
    ...(item.cusip === null ? {} : { cusip: item.cusip }),
    ...(item.quantity_change === 0n ? {} : { qty: String(item.quantity_change) }),
    ...(held === null || held === 0n
      ? {}
      : {
          qty: String(held),
          per_share_amount: trimmedText(
            divideHalfUp(item.amount_cents * 10n ** BigInt(PRICE_SCALE - 2), held),
            PRICE_SCALE,
          ),
        }),
    ...(type === 'OPCSH' && item.price !== null
      ? { price: trimmedText(parseRounded(item.price, PRICE_SCALE), PRICE_SCALE) }
      : {}),
  }
}
