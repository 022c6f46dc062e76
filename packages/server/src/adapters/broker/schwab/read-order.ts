// Maps orders of the wire to our terms, as trees: a TRIGGER order holds what it releases, an OCO wrapper its two legs
// and no terms itself. Tolerant: unknown words are kept as text, an unknown status alongside UNKNOWN; figures that
// decisions depend on must be plausible.
import {
  addCalendarDays,
  contractShares,
  type EpochMs,
  newYorkDateAt,
  type OrderStatus,
  toEpochMs,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerLeg, BrokerOrder, BrokerTrail } from '../port.ts'
import { decimalText, wireNumber } from '../wire-amount.ts'
import { assetTypeOf } from './read-account.ts'
import { parseWireTime, wireTime } from '../wire-time.ts'
import { toDuration, toInstruction, toOrderType, toSession, toStatus, toStrategy } from './wire-words.ts'

const word = z.string().min(1).max(64)

const WireLeg = z.looseObject({
  legId: z.number().int().optional(),
  instrument: z.looseObject({
    symbol: z.string().min(1).max(64),
    assetType: z.string().default('EQUITY'),
    type: z.string().optional(),
  }),
  instruction: word,
  quantity: wireNumber.optional(),
})

const WireActivity = z.looseObject({
  executionLegs: z
    .array(
      z.looseObject({
        legId: z.number().int().optional(),
        quantity: wireNumber.optional(),
        price: wireNumber.optional(),
        time: z.string().optional(),
      }),
    )
    .optional(),
})

const wireOrderFields = {
  orderId: z.union([z.number().int(), z.string().min(1).max(64)]).transform(String),
  orderStrategyType: word.default('SINGLE'),
  status: word,
  statusDescription: z.string().optional(),
  session: word.optional(),
  duration: word.optional(),
  orderType: word.optional(),
  complexOrderStrategyType: word.optional(),
  quantity: wireNumber.optional(),
  filledQuantity: wireNumber.optional(),
  remainingQuantity: wireNumber.optional(),
  price: wireNumber.optional(),
  stopPrice: wireNumber.optional(),
  // An odd value leaves the trail unknown: the order is readable, and not recognised as ours.
  stopPriceOffset: wireNumber.optional().catch(undefined),
  stopPriceLinkType: word.optional().catch(undefined),
  cancelTime: wireTime.optional().catch(undefined),
  enteredTime: wireTime.optional(),
  closeTime: wireTime.optional(),
  cancelable: z.boolean().optional(),
  orderLegCollection: z.array(WireLeg).optional(),
  orderActivityCollection: z.array(WireActivity).optional(),
}

type WireLeg = z.output<typeof WireLeg>

/** Children are read one level at a time, so that an endless tree cannot hang us. */
const WireOrder = z.looseObject({ ...wireOrderFields, childOrderStrategies: z.array(z.unknown()).max(50).optional() })
type WireOrder = z.output<typeof WireOrder>

const deepest = 6

export const OrderAnswer = z.unknown().transform((wire, context) => readOrder(wire, undefined, 0, context))
export const OrdersAnswer = z.array(OrderAnswer)

function readOrder(
  wire: unknown,
  enteredMs: BrokerOrder['enteredMs'] | undefined,
  depth: number,
  context: z.core.$RefinementCtx,
): BrokerOrder {
  const read = WireOrder.safeParse(wire)
  if (!read.success || depth > deepest) {
    const path = read.success ? ['childOrderStrategies'] : (read.error.issues[0]?.path ?? [])
    context.issues.push({ code: 'custom', input: undefined, message: 'no order', path: [...path] })
    return z.NEVER
  }
  const entered = read.data.enteredTime ?? enteredMs
  if (entered === undefined) {
    context.issues.push({ code: 'custom', input: undefined, message: 'no instant', path: ['enteredTime'] })
    return z.NEVER
  }
  const children = (read.data.childOrderStrategies ?? []).map((child) => readOrder(child, entered, depth + 1, context))
  return { ...toOrder(read.data, entered), children }
}

const zero = new Decimal(0)
const text = (value: Decimal | undefined): string | null => (value === undefined ? null : decimalText(value))

function toOrder(wire: WireOrder, enteredMs: BrokerOrder['enteredMs']): Omit<BrokerOrder, 'children'> {
  const legs = wire.orderLegCollection ?? []
  const [leg] = legs
  const assetType = leg ? assetTypeOf(leg.instrument) : null
  const quantity = wire.quantity ?? leg?.quantity
  const filled = wire.filledQuantity ?? zero
  const status = toStatus(wire.status)
  return {
    brokerId: wire.orderId,
    strategy: toStrategy(wire.orderStrategyType),
    symbol: leg?.instrument.symbol.trim() ?? null,
    assetType,
    multiplier: assetType === 'OPTION' ? 100 : 1,
    legCount: legs.length,
    legs: legs.length > 1 ? legs.map(toLeg) : [],
    shape: legs.length > 1 && wire.complexOrderStrategyType !== 'NONE' ? (wire.complexOrderStrategyType ?? null) : null,
    instruction: leg === undefined ? null : toInstruction(leg.instruction),
    orderType: wire.orderType === undefined ? null : toOrderType(wire.orderType),
    session: wire.session === undefined ? null : toSession(wire.session),
    duration: wire.duration === undefined ? null : toDuration(wire.duration),
    goodTill: goodTillOf(wire, enteredMs),
    quantity: text(quantity),
    filledQuantity: decimalText(filled),
    remainingQuantity: decimalText(wire.remainingQuantity ?? (quantity === undefined ? zero : quantity.minus(filled))),
    price: text(wire.price),
    stopPrice: text(wire.stopPrice),
    averageFillPrice: legs.length > 1 ? netFill(wire, legs) : averageFill(wire),
    lastFillMs: lastFill(wire),
    trail: trailOf(wire),
    status: status ?? ('UNKNOWN' satisfies OrderStatus),
    description: describe(wire, status),
    isCancelable: wire.cancelable ?? false,
    enteredMs,
    closedMs: wire.closeTime ?? null,
  }
}

function toLeg({ instrument, instruction, quantity }: WireLeg): BrokerLeg {
  return {
    symbol: instrument.symbol.trim(),
    assetType: assetTypeOf(instrument),
    instruction: toInstruction(instruction),
    quantity: text(quantity),
  }
}

/**
 * Returns the net fill price of a multi-leg order, per share of a contract, without sign: bought less sold dollars /
 * (units x 100). Null before the first fill, and where an execution does not name its leg.
 */
function netFill(wire: WireOrder, legs: readonly WireLeg[]): string | null {
  const filled = wire.filledQuantity ?? zero
  const fills = (wire.orderActivityCollection ?? []).flatMap((activity) => activity.executionLegs ?? [])
  if (filled.isZero() || fills.length === 0) return null
  let dollars = zero
  for (const { legId, quantity, price } of fills) {
    const leg = legs.find((one, index) => (one.legId ?? index + 1) === legId)
    if (leg === undefined || quantity === undefined || price === undefined) return null
    const worth = quantity.times(price).times(assetTypeOf(leg.instrument) === 'OPTION' ? contractShares : 1)
    dollars = leg.instruction.startsWith('BUY') ? dollars.plus(worth) : dollars.minus(worth)
  }
  return decimalText(dollars.abs().div(filled.times(contractShares)).toDecimalPlaces(6))
}

/** Returns the broker's reason; a status that we do not know is included in the broker's words. */
function describe(wire: WireOrder, status: OrderStatus | undefined): string | null {
  const reason =
    wire.statusDescription
      ?.replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 400) ?? ''
  if (status !== undefined) return reason === '' ? null : reason
  return reason === '' ? wire.status : `${wire.status}: ${reason}`
}

function lastFill(wire: WireOrder): BrokerOrder['lastFillMs'] {
  const executions = (wire.orderActivityCollection ?? []).flatMap((activity) => activity.executionLegs ?? [])
  const times = executions.flatMap(({ time }) => parseWireTime(time ?? '') ?? [])
  return times.length === 0 ? null : toEpochMs(Math.max(...times))
}

/** The brokerage ends an order that is good till cancel about 180 days after it was entered. */
const lastingDays = 170

/**
 * Returns the last day of an order that was given one. Orders that are good till cancel have a `cancelTime` too: when
 * the brokerage would end them.
 */
function goodTillOf({ duration, cancelTime }: WireOrder, enteredMs: EpochMs): BrokerOrder['goodTill'] {
  if (duration !== 'GOOD_TILL_CANCEL' || cancelTime === undefined) return null
  const day = newYorkDateAt(cancelTime)
  return day < addCalendarDays(newYorkDateAt(enteredMs), lastingDays) ? day : null
}

/** Offsets in ticks are a different unit than dollars; they are not reported. */
function trailOf({ stopPriceOffset: offset, stopPriceLinkType: type }: WireOrder): BrokerTrail | null {
  if (offset === undefined || !offset.isPositive() || offset.isZero() || (type !== 'VALUE' && type !== 'PERCENT'))
    return null
  return { offset: decimalText(offset), unit: type === 'VALUE' ? 'DOLLARS' : 'PERCENT' }
}

/** Returns the sum of quantity x price over all executions / their quantity, to 6 decimals; null before the first. */
function averageFill(wire: WireOrder): string | null {
  const fills = (wire.orderActivityCollection ?? [])
    .flatMap((activity) => activity.executionLegs ?? [])
    .flatMap(({ quantity, price }) =>
      quantity === undefined || price === undefined || quantity.isZero() ? [] : [{ quantity, price }],
    )
  const quantity = fills.reduce((sum, fill) => sum.plus(fill.quantity), zero)
  if (quantity.isZero()) return null
  return decimalText(
    fills
      .reduce((sum, fill) => sum.plus(fill.quantity.times(fill.price)), zero)
      .div(quantity)
      .toDecimalPlaces(6),
  )
}
