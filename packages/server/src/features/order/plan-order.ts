// Turns a caller's order into the order that is sent: the broker's instruction by the position, prices on their tick,
// and the duration. Source: docs/rules/brokerage.md, "Orders on the wire".
import { type OrderToPreview, Refusal } from '@clubfolio/contract'
import {
  type Directionality,
  instructionFor,
  isOnTick,
  isOptionCode,
  type OrderTerms,
  roundToTick,
  orderTypeRules,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import { priceToSend, type RoundPrice } from './order-price.ts'

export interface PlannedOrder {
  readonly plan: OrderPlan
  /** The prices that were rounded, in words. */
  readonly rounded: readonly string[]
}

/** Plans the order. `held` is signed. A protecting order closes what its parent opens; any other side is refused. */
export function planOrder(asked: OrderToPreview, held: Decimal): PlannedOrder {
  const rounded: string[] = []
  const isOption = isOptionCode(asked.ticket)
  const onTick: RoundPrice = (price) => {
    if (price === null) return null
    const sent = roundToTick(price, isOption)
    if (!isOnTick(price, isOption))
      rounded.push(`${trimmed(price)} is finer than a price may be and is sent as ${sent}.`)
    return sent
  }
  const terms: OrderTerms = {
    symbol: asked.ticket,
    instruction: instructionFor(asked.directionality, held.toNumber(), undefined, isOption),
    quantity: new Decimal(asked.quantity).toFixed(),
    price: priceToSend(asked.orderType, asked, onTick),
    duration: asked.duration ?? orderTypeRules[asked.orderType].defaultDuration,
  }
  const child = childOf(asked, terms, onTick)
  return {
    plan: { draft: { terms, child }, cancelPrice: child === null ? null : onTick(asked.cancelPrice ?? null) },
    rounded,
  }
}

function childOf(asked: OrderToPreview, parent: OrderTerms, onTick: RoundPrice): OrderTerms | null {
  const { childQuantity, childDirectionality, childPrice, childOrderType } = asked
  if (
    childQuantity === undefined ||
    childDirectionality === undefined ||
    childPrice === undefined ||
    childOrderType === undefined
  )
    return null
  refuseChild(asked.directionality, childDirectionality)
  return {
    symbol: parent.symbol,
    instruction: instructionFor(childDirectionality, 0, asked.directionality, isOptionCode(parent.symbol)),
    quantity: new Decimal(childQuantity).toFixed(),
    price: priceToSend(childOrderType, { price: childPrice }, onTick),
    duration: 'GOOD_TILL_CANCEL',
  }
}

const closing: Readonly<Record<Directionality, Directionality | null>> = { BUY: 'SELL', SELL_SHORT: 'BUY', SELL: null }

function refuseChild(parent: Directionality, child: Directionality): void {
  if (closing[parent] !== child)
    throw new Refusal('orderChildWrong', { parent, child: closing[parent] ?? 'position of its own' })
}

const trimmed = (price: string): string => new Decimal(price).toFixed()
