// Orders as they are listed: their terms, fills and state, with the orders that belong to them.
import { orderStatuses, trailUnits } from '@clubfolio/domain'
import { z } from 'zod'
import { day, decimalNumber, instant } from './wire.ts'

export const listedPrice = decimalNumber(4, 'Enter a price in dollars.')
/** An average over fills has more places than an input price may have. */
const fillPrice = decimalNumber(6, 'Enter a price in dollars.')
export const listedShares = decimalNumber(6, 'Enter a number of shares.')

/** Distance of a trailing stop from the market. */
export const OrderTrail = z.object({ offset: fillPrice, unit: z.enum(trailUnits) }).meta({ id: 'OrderTrail' })
export type OrderTrail = z.output<typeof OrderTrail>

/** One leg of a multi-leg order. */
export const OrderLeg = z
  .object({
    code: z.string(),
    /** `45 put 2026-03-06`, or the code of a share. */
    name: z.string(),
    instruction: z.enum(['BUY', 'SELL']),
    brokerInstruction: z.string(),
    quantity: listedShares.nullable(),
  })
  .meta({ id: 'OrderLeg' })
export type OrderLeg = z.output<typeof OrderLeg>

/** Legs that trade together at a net price; empty on any other order. */
const together = {
  legs: z.array(OrderLeg),
  /** Their shape: VERTICAL, IRON_CONDOR, ... */ shape: z.string().nullable(),
}

export const orderStatus = z.enum(orderStatuses).meta({ id: 'OrderStatus' })

const childFields = {
  orderId: z.string(),
  instruction: z.enum(['BUY', 'SELL']).nullable(),
  ...together,
  orderType: z.string().nullable(),
  price: listedPrice.nullable(),
  stopPrice: listedPrice.nullable(),
  trail: OrderTrail.nullable(),
  quantity: listedShares.nullable(),
  status: orderStatus,
  description: z.string().nullable(),
}
/** One of two exits of which the fill of one cancels the other. */
export const PairedOrder = z.object(childFields).meta({ id: 'PairedOrder' })

/** A child order: an exit of an entry, the wrapper of two exits, or an order of a pair. */
export const ChildOrder = z
  .object({
    ...childFields,
    /** The two exits of a wrapper, which has no terms itself; empty on any other order. */
    orders: z.array(PairedOrder),
  })
  .meta({ id: 'ChildOrder' })

export const Order = z
  .object({
    orderId: z.string(),
    /** Null on a wrapper that only holds two others; on multi-leg orders the share they are about. */
    code: z.string().nullable(),
    ...together,
    duration: z.string().nullable(),
    /** The last day of an order that is good till a day. */
    goodTill: day.nullable(),
    /** When it may fill: NORMAL, AM, PM, SEAMLESS. */
    session: z.string().nullable(),
    orderType: z.string().nullable(),
    status: orderStatus,
    /** The limit or the stop; for a market order the average of its fills. */
    price: listedPrice.nullable(),
    stopPrice: listedPrice.nullable(),
    quantity: listedShares.nullable(),
    /**
     * Buying to cover is a BUY, selling short a SELL; the broker's word is in `brokerInstruction`. Null on multi-leg
     * orders.
     */
    instruction: z.enum(['BUY', 'SELL']).nullable(),
    brokerInstruction: z.string().nullable(),
    enteredTime: instant,
    closeTime: instant.nullable(),
    accountNumber: z.string(),
    filledQuantity: listedShares,
    /** Over all fills, weighted by quantity. */
    averageFillPrice: fillPrice.nullable(),
    /** Time of the last fill. */
    filledTime: instant.nullable(),
    trail: OrderTrail.nullable(),
    /** Why it was rejected or cancelled, in the broker's words. */
    description: z.string().nullable(),
    strategy: z.string(),
    parentOrderId: z.string().nullable(),
    children: z.array(ChildOrder),
    isCancellable: z.boolean(),
    /** Open at the broker and of a kind that our tickets support, so that quantity and price can be changed. */
    isEditable: z.boolean(),
    /** The price at which the waiting entry is cancelled. */
    cancelPrice: listedPrice.nullable(),
    /** Orders that this request of unknown fate may have become; the owner chooses. */
    candidates: z.array(z.string()),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>
