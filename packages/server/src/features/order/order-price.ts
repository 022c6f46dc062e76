// The price of an order as a caller gives it and as it is sent. The contract refuses prices that are finer than a tick.
import { type PriceFields, readPriceParts } from '@clubfolio/contract'
import { type OrderPrice, orderPriceOf, pricePartsOf, type PriceParts, type TicketOrderType } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'

/** Returns a price in its shortest form: "50.50" is "50.5". */
export const inShortForm = (price: string | null): string | null => price && new Decimal(price).toFixed()

/** Returns the price to send. The contract requires all its parts, so a missing one is a fault of ours. */
export function priceToSend(type: TicketOrderType, fields: PriceFields): OrderPrice {
  const price = orderPriceOf(type, shortParts(readPriceParts(type, fields)))
  if (price === null) throw new Error(`A part of the price of a ${type} order is missing.`)
  return price
}

/** Returns the price with those parts changed that are given. */
export function changedPrice(price: OrderPrice, fields: PriceFields): OrderPrice {
  const given = shortParts(readPriceParts(price.type, fields))
  const present = pricePartsOf(price)
  const parts: PriceParts = {
    stopPrice: given.stopPrice ?? present.stopPrice,
    limitPrice: given.limitPrice ?? present.limitPrice,
    trail: given.trail ?? present.trail,
  }
  return orderPriceOf(price.type, parts) ?? price
}

const shortParts = ({ stopPrice, limitPrice, trail }: PriceParts): PriceParts => ({
  stopPrice: inShortForm(stopPrice),
  limitPrice: inShortForm(limitPrice),
  trail: trail && { ...trail, offset: new Decimal(trail.offset).toFixed() },
})
