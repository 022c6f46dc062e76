// Determines whether working stops cover a position, the loss if they are touched, and how to repair stops that do not
// fit.
// Source: docs/rules/trading.md, "Operations".
import { Decimal } from 'decimal.js'
import { stopLossPercent } from '../level/stop-loss.ts'
import { roundToTick } from '../order/price-tick.ts'

/** A working order that closes a position, or a part of it, when its stop price is touched. */
export interface WorkingStop {
  readonly orderId: string
  /** Orders that cancel each other share a group, of which only the largest counts. Otherwise the order's own id. */
  readonly groupId: string
  /** Unfilled quantity, positive. */
  readonly quantity: Decimal
  /** Null for a trailing stop whose price the brokerage does not report. */
  readonly stopPrice: Decimal | null
}

/** `TOO_LARGE`: stops for more than is held; the excess would be rejected, or open the other side. */
export type ProtectionState = 'FULL' | 'PARTLY' | 'NONE' | 'TOO_LARGE'

export interface Protection {
  readonly state: ProtectionState
  /** Of all stops, including any excess over the held quantity. */
  readonly stopQuantity: Decimal
  /** At most the held quantity. */
  readonly coveredQuantity: Decimal
  /** Average of the stop prices weighted by covered quantity; null without a stop, or if a price is not reported. */
  readonly stopPrice: Decimal | null
  /**
   * Loss of the covered quantity if every stop is filled at its price; null under the same conditions as `stopPrice`.
   */
  readonly risk: Decimal | null
}

export interface ProtectedPosition {
  /** Signed, not zero. */
  readonly quantity: Decimal
  readonly averagePrice: Decimal
  readonly multiplier: number
  readonly isOption?: boolean
  /** Contracts bound in a spread: a stop on one side would leave the other uncovered, so none is proposed. */
  readonly boundQuantity?: Decimal
}

/**
 * A contract's price moves many times as much as its underlying's: a stop 3 percent away would be inside the bid-ask
 * spread.
 */
export const contractStopPercent = 20

const zero = new Decimal(0)
const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, value) => total.plus(value), zero)

/**
 * Judges how working stops cover a position. The stops that the market reaches first cover first (the highest below a
 * long position, the lowest above a short one). The loss per share is |average price - stop| if the stop is on the
 * losing side, otherwise zero; uncovered shares are not counted.
 * Example: 400 long at 55.90 with a stop for 250 at 54.13: PARTLY, 250 covered, risk 442.50.
 */
export function judgeProtection(position: ProtectedPosition, stops: readonly WorkingStop[]): Protection {
  const held = position.quantity.abs()
  const ordered = inReach(position, countedStops(stops))
  const stopQuantity = sum(ordered.map(({ quantity }) => quantity))
  let left = held
  const covering = ordered.flatMap((stop) => {
    const quantity = Decimal.min(left, stop.quantity)
    left = left.minus(quantity)
    return quantity.isZero() ? [] : [{ quantity, stopPrice: stop.stopPrice }]
  })
  const coveredQuantity = held.minus(left)
  const prices = covering.flatMap(({ quantity, stopPrice }) => (stopPrice === null ? [] : [{ quantity, stopPrice }]))
  const isTold = covering.length > 0 && prices.length === covering.length
  const state = coveredQuantity.isZero()
    ? 'NONE'
    : stopQuantity.gt(held)
      ? 'TOO_LARGE'
      : left.isZero()
        ? 'FULL'
        : 'PARTLY'
  return {
    state,
    stopQuantity,
    coveredQuantity,
    stopPrice: isTold
      ? sum(prices.map(({ quantity, stopPrice }) => quantity.times(stopPrice))).div(coveredQuantity)
      : null,
    risk: isTold
      ? sum(prices.map(({ quantity, stopPrice }) => quantity.times(lossOf(position, stopPrice)))).times(
          position.multiplier,
        )
      : null,
  }
}

function lossOf({ quantity, averagePrice }: ProtectedPosition, stopPrice: Decimal): Decimal {
  const loss = quantity.isPositive() ? averagePrice.minus(stopPrice) : stopPrice.minus(averagePrice)
  return Decimal.max(zero, loss)
}

/** Returns one stop per group, the largest. */
function countedStops(stops: readonly WorkingStop[]): WorkingStop[] {
  const largest = new Map<string, WorkingStop>()
  for (const stop of stops) {
    const known = largest.get(stop.groupId)
    if (!known || stop.quantity.gt(known.quantity)) largest.set(stop.groupId, stop)
  }
  return [...largest.values()]
}

/** Sorts stops in the order in which the market reaches them; stops without a reported price come last. */
function inReach({ quantity }: ProtectedPosition, stops: readonly WorkingStop[]): WorkingStop[] {
  const isLong = quantity.isPositive()
  const never = new Decimal(isLong ? -Infinity : Infinity)
  return stops.toSorted((a, b) => {
    const order = (a.stopPrice ?? never).comparedTo(b.stopPrice ?? never)
    return isLong ? -order : order
  })
}

/**
 * Why a repair proposes its price: it is that of the stop that works already, that of the stop that is cancelled, or a
 * fixed distance from the last price where no stop has a price.
 */
export type RepairPriceBasis = 'WORKING_STOP' | 'CANCELLED_STOP' | 'LAST_PRICE'

/** A repair of the protection: orders to cancel first, then at most one stop to place. */
export interface RepairPlan {
  readonly cancelOrderIds: readonly string[]
  readonly place: {
    readonly instruction: 'SELL' | 'BUY_TO_COVER'
    readonly quantity: Decimal
    readonly stopPrice: Decimal
    readonly priceBasis: RepairPriceBasis
  } | null
}

/**
 * Proposes a repair for a position whose stops do not fit; null if they fit, or if the rest is bound in a spread.
 * Uncovered shares get a stop at the current stop price, or 3 percent (contracts: 20) beyond the last price. If the
 * stops are for too much, those that the market reaches last are cancelled; what a cancelled stop should have covered
 * is placed again.
 * Example: 250 held, one stop for 400 at 54.13: cancel it, place 250 at 54.13.
 */
export function proposeRepair(
  position: ProtectedPosition,
  stops: readonly WorkingStop[],
  lastPrice: Decimal,
): RepairPlan | null {
  const { state, coveredQuantity, stopPrice } = judgeProtection(position, stops)
  const isLong = position.quantity.isPositive()
  const instruction = isLong ? 'SELL' : 'BUY_TO_COVER'
  const held = position.quantity.abs()
  const percent = position.isOption === true ? contractStopPercent : stopLossPercent
  const toTick = (price: Decimal): Decimal => new Decimal(roundToTick(price, position.isOption))
  const standard = lastPrice.times(isLong ? 100 - percent : 100 + percent).div(100)
  if (state !== 'TOO_LARGE') {
    const quantity = held.minus(coveredQuantity).minus(position.boundQuantity ?? zero)
    return quantity.greaterThan(0)
      ? {
          cancelOrderIds: [],
          place: {
            instruction,
            quantity,
            stopPrice: toTick(stopPrice ?? standard),
            priceBasis: stopPrice ? 'WORKING_STOP' : 'LAST_PRICE',
          },
        }
      : null
  }
  let left = held
  const cancelOrderIds: string[] = []
  let again: { quantity: Decimal; stopPrice: Decimal; priceBasis: RepairPriceBasis } | undefined
  for (const stop of inReach(position, countedStops(stops))) {
    if (stop.quantity.gt(left)) {
      cancelOrderIds.push(...stops.filter(({ groupId }) => groupId === stop.groupId).map(({ orderId }) => orderId))
      if (!left.isZero())
        again = {
          quantity: left,
          stopPrice: toTick(stop.stopPrice ?? standard),
          priceBasis: stop.stopPrice ? 'CANCELLED_STOP' : 'LAST_PRICE',
        }
    }
    left = Decimal.max(zero, left.minus(stop.quantity))
  }
  return { cancelOrderIds, place: again ? { instruction, ...again } : null }
}
