// Turns a caller's order into the order that is sent: the broker's instruction by the position, the duration, the
// exits. Source: docs/rules/brokerage.md, "Orders on the wire"; docs/rules/trading.md, "Kinds of orders".
import {
  childPriceFields,
  type OrderToPreview,
  type PairToPreview,
  pairStopFields,
  readPrice,
  Refusal,
  type SpreadToPreview,
} from '@clubfolio/contract'
import {
  type Directionality,
  type Exits,
  instructionFor,
  isOptionCode,
  marketDay,
  netPriceOf,
  type OrderDraft,
  type OrderTerms,
  orderTypeRules,
  underlyingOf,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import { inShortForm, priceToSend } from './order-price.ts'

/** What a caller asks to place, before it is known what the account holds. */
export type OrderWish =
  | { readonly kind: 'ENTRY'; readonly body: OrderToPreview }
  | { readonly kind: 'PAIR'; readonly body: PairToPreview }
  | { readonly kind: 'LEGS'; readonly body: SpreadToPreview }

/** Returns the codes whose market and position the order is judged by; the first is the one that it is about. */
export function codesOfWish(asked: OrderWish): readonly [string, ...string[]] {
  switch (asked.kind) {
    case 'ENTRY':
    case 'PAIR':
      return [asked.body.ticket]
    case 'LEGS': {
      const [first, ...others] = asked.body.legs.map(({ ticket }) => ticket)
      const code = first ?? ''
      return [underlyingOf(code), code, ...others]
    }
  }
}

/** Plans the order. `held` is the signed position in the code of the order. */
export function planOrder(asked: OrderWish, held: Decimal): OrderPlan {
  switch (asked.kind) {
    case 'ENTRY':
      return planEntry(asked.body, held)
    case 'PAIR':
      return { draft: planPair(asked.body, held), cancelPrice: null }
    case 'LEGS':
      return { draft: planLegs(asked.body), cancelPrice: null }
  }
}

const dayOf = (text: string | null | undefined) => (text === null || text === undefined ? null : marketDay(text))

/** A protecting order closes what its parent opens; any other side is refused. */
function planEntry(asked: OrderToPreview, held: Decimal): OrderPlan {
  const isOption = isOptionCode(asked.ticket)
  const terms: OrderTerms = {
    symbol: asked.ticket,
    instruction: instructionFor(asked.directionality, held.toNumber(), undefined, isOption),
    quantity: new Decimal(asked.quantity).toFixed(),
    price: priceToSend(asked.orderType, asked),
    duration: asked.duration ?? orderTypeRules[asked.orderType].defaultDuration,
    goodTill: dayOf(asked.goodTill),
    session: asked.session ?? 'NORMAL',
  }
  const exits = exitsOfAsked(asked, terms)
  return {
    draft: { kind: 'ENTRY', terms, exits },
    cancelPrice: exits.length === 0 ? null : inShortForm(asked.cancelPrice ?? null),
  }
}

function exitsOfAsked(asked: OrderToPreview, parent: OrderTerms): Exits {
  const { childQuantity, childDirectionality, childOrderType, targetPrice } = asked
  if (childQuantity === undefined || childDirectionality === undefined || childOrderType === undefined) return []
  const fields = childPriceFields(asked)
  // A preview is asked for while the exit is still being typed.
  if (readPrice(childOrderType, fields) === null) return []
  refuseChild(asked.directionality, childDirectionality)
  const exit: OrderTerms = {
    symbol: parent.symbol,
    instruction: instructionFor(childDirectionality, 0, asked.directionality, isOptionCode(parent.symbol)),
    quantity: new Decimal(childQuantity).toFixed(),
    price: priceToSend(childOrderType, fields),
    duration: 'GOOD_TILL_CANCEL',
    goodTill: null,
    session: 'NORMAL',
  }
  if ((targetPrice ?? null) === null) return [exit]
  return [exit, { ...exit, price: priceToSend('LIMIT', { price: targetPrice ?? null }) }]
}

const closing: Readonly<Record<Directionality, Directionality | null>> = { BUY: 'SELL', SELL_SHORT: 'BUY', SELL: null }

function refuseChild(parent: Directionality, child: Directionality): void {
  if (closing[parent] !== child)
    throw new Refusal('orderChildWrong', { parent, child: closing[parent] ?? 'position of its own' })
}

function planPair(asked: PairToPreview, held: Decimal): OrderDraft {
  const stop: OrderTerms = {
    symbol: asked.ticket,
    instruction: instructionFor(asked.directionality, held.toNumber(), undefined, isOptionCode(asked.ticket)),
    quantity: new Decimal(asked.quantity).toFixed(),
    price: priceToSend(asked.stopOrderType, pairStopFields(asked)),
    duration: asked.duration ?? 'GOOD_TILL_CANCEL',
    goodTill: dayOf(asked.goodTill),
    session: 'NORMAL',
  }
  const target = { ...stop, price: priceToSend('LIMIT', { price: asked.targetPrice }) }
  return { kind: 'PAIR', orders: [target, stop] }
}

function planLegs(asked: SpreadToPreview): OrderDraft {
  const price = netPriceOf(asked.priceType, inShortForm(asked.netPrice))
  // The contract requires it.
  if (price === null) throw new Error(`The net price of a ${asked.priceType} order is missing.`)
  return {
    kind: 'LEGS',
    legs: asked.legs.map(({ ticket, instruction, ratio }) => ({
      symbol: ticket,
      instruction,
      ratio: new Decimal(ratio).toFixed(),
    })),
    quantity: new Decimal(asked.quantity).toFixed(),
    price,
    duration: asked.duration ?? 'DAY',
    goodTill: dayOf(asked.goodTill),
    session: 'NORMAL',
  }
}
