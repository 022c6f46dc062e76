// The price of an order as a caller gives it and as it is sent, on its tick.
import { type PriceFields, readPriceParts } from '@clubfolio/contract'
import {
  type OrderPrice,
  orderPriceOf,
  pricePartsOf,
  type PriceParts,
  type TicketOrderType,
  type Trail,
} from '@clubfolio/domain'

/** Returns a price on its tick; null for null. */
export type RoundPrice = (price: string | null) => string | null

/** Returns the price to send. The contract requires all its parts, so a missing one is a fault of ours. */
export function priceToSend(type: TicketOrderType, fields: PriceFields, onTick: RoundPrice): OrderPrice {
  const price = orderPriceOf(type, roundParts(readPriceParts(type, fields), onTick))
  if (price === null) throw new Error(`A part of the price of a ${type} order is missing.`)
  return price
}

/** Returns the price with those parts changed that are given. */
export function changedPrice(price: OrderPrice, fields: PriceFields, onTick: RoundPrice): OrderPrice {
  const given = roundParts(readPriceParts(price.type, fields), onTick)
  const present = pricePartsOf(price)
  const parts: PriceParts = {
    stopPrice: given.stopPrice ?? present.stopPrice,
    limitPrice: given.limitPrice ?? present.limitPrice,
    trail: given.trail ?? present.trail,
  }
  return orderPriceOf(price.type, parts) ?? price
}

const roundParts = ({ stopPrice, limitPrice, trail }: PriceParts, onTick: RoundPrice): PriceParts => ({
  stopPrice: onTick(stopPrice),
  limitPrice: onTick(limitPrice),
  trail: trail && roundTrail(trail, onTick),
})

/** A distance in dollars has the tick of a price, unless it would round to nothing; a percentage has none. */
function roundTrail({ offset, unit }: Trail, onTick: RoundPrice): Trail {
  const rounded = unit === 'PERCENT' ? null : onTick(offset)
  return { offset: rounded === null || Number(rounded) === 0 ? offset : rounded, unit }
}
