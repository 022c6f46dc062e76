// Turns a caller's order into the order that is sent: the broker's instruction by the position, and the
// duration. Source: docs/rules/brokerage.md, "Orders on the wire".
import { type OrderToPreview, Refusal } from '@clubfolio/contract'
import { type Directionality, instructionFor, isOptionCode, type OrderTerms, orderTypeRules } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import { inShortForm, priceToSend } from './order-price.ts'

/** Plans the order. `held` is signed. A protecting order closes what its parent opens; any other side is refused. */
export function planOrder(asked: OrderToPreview, held: Decimal): OrderPlan {
  const isOption = isOptionCode(asked.ticket)
  const terms: OrderTerms = {
    symbol: asked.ticket,
    instruction: instructionFor(asked.directionality, held.toNumber(), undefined, isOption),
    quantity: new Decimal(asked.quantity).toFixed(),
    price: priceToSend(asked.orderType, asked),
    duration: asked.duration ?? orderTypeRules[asked.orderType].defaultDuration,
  }
  const child = childOf(asked, terms)
  return { draft: { terms, child }, cancelPrice: child === null ? null : inShortForm(asked.cancelPrice ?? null) }
}

function childOf(asked: OrderToPreview, parent: OrderTerms): OrderTerms | null {
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
    price: priceToSend(childOrderType, { price: childPrice }),
    duration: 'GOOD_TILL_CANCEL',
  }
}

const closing: Readonly<Record<Directionality, Directionality | null>> = { BUY: 'SELL', SELL_SHORT: 'BUY', SELL: null }

function refuseChild(parent: Directionality, child: Directionality): void {
  if (closing[parent] !== child)
    throw new Refusal('orderChildWrong', { parent, child: closing[parent] ?? 'position of its own' })
}
