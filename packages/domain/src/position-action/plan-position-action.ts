// Plans what is done with a position as steps of one order each. No step leaves what had a stop without one where the
// brokerage's wire can avoid it, and at no moment do the closing orders add up to more than is held.
// Source: docs/rules/trading.md, "Acting on a position"; docs/decisions/0068-one-step-at-a-time.md.
import { Decimal } from 'decimal.js'
import { formatOrderPrice } from '../order/format-order-price.ts'
import { isOptionCode } from '../order/option-code.ts'
import {
  dayTime,
  type OrderTerms,
  restingTime,
  type TradeInstruction,
  singleOrder,
  entryWith,
} from '../order/order-draft.ts'
import type { OrderMarket } from '../order/order-fault.ts'
import { type OrderPrice, isEqualPrice, pricePartsOf } from '../order/order-price.ts'
import { roundToTick } from '../order/price-tick.ts'
import { closingTouch, isStopPassed } from '../order/stop-passed.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import {
  type ActedPosition,
  type ActionOrder,
  type ActionStep,
  type ActionWire,
  type ActionOnPosition,
  type PositionExit,
} from './action-step.ts'
import {
  cancelExit,
  closingInstruction,
  type ExitGroup,
  freeOf,
  groupExits,
  leftOf,
  planClose,
  type PlannedSteps,
} from './plan-close.ts'

export interface ActionMarket extends OrderMarket {
  readonly isOpen: boolean
}

export interface PlannedAction {
  readonly steps: readonly ActionStep[]
  /** Why nothing can be sent; a single one prevents sending. */
  readonly faults: readonly string[]
}

export interface ActionPlanParts {
  readonly position: ActedPosition
  readonly action: ActionOnPosition
  readonly market: ActionMarket
  readonly wire: ActionWire
  readonly accountType: 'MARGIN' | 'CASH'
}

const faulty = (...faults: readonly string[]): PlannedAction => ({ steps: [], faults })
const planned = (steps: readonly ActionStep[]): PlannedAction => ({ steps, faults: [] })

/**
 * Plans an action. Example: 100 long with a stop at 48. "Close half" is two steps: replace the stop by one for 50, sell
 * 50 at the market. "Reverse" is two: replace the stop by a market order, then sell 100 short once that is filled.
 */
export function planPositionAction(parts: ActionPlanParts): PlannedAction {
  const { position, action } = parts
  if (position.held.isZero()) return faulty('This position is already closed.')
  const changing = position.exits.find(({ isChanging }) => isChanging)
  if (changing !== undefined)
    return faulty(`Order ${changing.orderId} is just being changed or cancelled. Try again in a moment.`)
  switch (action.kind) {
    case 'CLOSE':
      return close(parts, action.quantity === null ? leftOf(position) : new Decimal(action.quantity))
    case 'REVERSE':
      return reverse(parts, action.stopPrice)
    case 'ADD':
      return add(parts, action)
    case 'MOVE_STOP':
      return setStop(parts, (stop) => movedTo(stop, action.stopPrice))
    case 'TRAIL_STOP':
      return setStop(parts, () => ({ type: 'TRAILING_STOP', trail: action.trail }))
    case 'SET_TARGET':
      return setTarget(parts, action.targetPrice)
  }
}

/** Returns half of a position in whole shares, at least one. Example: 25 for 51 shares, 1 for 1. */
export const halfOf = (held: Decimal.Value): Decimal => Decimal.max(1, new Decimal(held).abs().div(2).floor())

/**
 * Returns the stop at which a position ends without a loss before fees: its average price, rounded to its tick to the
 * side of a profit. Example: 50.004 long is 50.01, 50.004 short is 50.00.
 */
export function breakEvenStop(averagePrice: Decimal.Value, isLong: boolean, isOption: boolean): string {
  const average = new Decimal(averagePrice)
  const nearest = new Decimal(roundToTick(average, isOption))
  if (isLong ? nearest.greaterThanOrEqualTo(average) : nearest.lessThanOrEqualTo(average)) return nearest.toFixed()
  const tick = isOption ? (average.lessThan(3) ? '0.01' : '0.05') : average.lessThan(1) ? '0.0001' : '0.01'
  return (isLong ? nearest.plus(tick) : nearest.minus(tick)).toFixed()
}

function close({ position, wire }: ActionPlanParts, quantity: Decimal): PlannedAction {
  const left = leftOf(position)
  if (left.isZero()) return faulty('All of it is being closed already by orders at the market.')
  if (quantity.greaterThan(left))
    return faulty(`Only ${formatQuantity(left.toFixed())} are left to close. Enter that or less.`)
  if (!quantity.isInteger())
    return faulty('A part of a share cannot be closed from here. Close it where it was bought.')
  const steps = planClose(position, quantity, wire)
  return 'fault' in steps ? faulty(steps.fault) : planned(steps.steps)
}

/** Closes, and opens the other side only when the close is filled: until then the brokerage refuses it. */
function reverse(parts: ActionPlanParts, stopPrice: string | null): PlannedAction {
  const { position, market, accountType } = parts
  const isLong = position.held.isPositive()
  const faults = [
    ...(market.isOpen
      ? []
      : [
          'The market is closed. A reversal is sent while it is open, because its second order follows the first fill.',
        ]),
    ...(isLong && accountType === 'CASH'
      ? ['A cash account cannot sell short, so a long position cannot be reversed in it.']
      : []),
    ...(stopPrice === null ? [] : wrongSideOfStop(stopPrice, !isLong, market)),
  ]
  if (faults.length > 0) return faulty(...faults)
  const left = leftOf(position)
  const closing = close(parts, left)
  if (closing.faults.length > 0) return closing
  const opposite: ActedPosition = { ...position, held: position.held.negated() }
  const opening: OrderTerms = {
    symbol: position.symbol,
    instruction: openingInstruction(opposite),
    quantity: left.toFixed(),
    price: { type: 'MARKET' },
    ...dayTime,
  }
  const child = stopPrice === null ? null : exitTerms(opposite, left, { type: 'STOP', stopPrice })
  return planned([
    ...closing.steps,
    { kind: 'PLACE', symbol: position.symbol, order: entryWith(opening, child), waitsForFlat: true },
  ])
}

/** Adds with a stop of its own at the position's nearest one, so that what is added is never without. */
function add(
  { position, market }: ActionPlanParts,
  { quantity, limitPrice }: Extract<ActionOnPosition, { kind: 'ADD' }>,
): PlannedAction {
  const isLong = position.held.isPositive()
  const stop = nearestStop(position)
  const terms: OrderTerms = {
    symbol: position.symbol,
    instruction: openingInstruction(position),
    quantity: new Decimal(quantity).toFixed(),
    price: limitPrice === null ? { type: 'MARKET' } : { type: 'LIMIT', limitPrice },
    ...dayTime,
  }
  const stopPrice = stop === null ? null : pricePartsOf(stop.price).stopPrice
  const entry = limitPrice === null ? (isLong ? market.bid : market.ask) : new Decimal(limitPrice)
  if (stopPrice !== null && entry !== null && (isLong ? entry.lte(stopPrice) : entry.gte(stopPrice)))
    return faulty(
      `The price of ${formatOrderPrice(entry)} is beyond the position's stop of ${formatOrderPrice(stopPrice)}, so ` +
        'what is added would be closed at once.',
    )
  const child = stop === null ? null : { ...stop, quantity: terms.quantity, ...restingTime }
  return planned([{ kind: 'PLACE', symbol: position.symbol, order: entryWith(terms, child), waitsForFlat: false }])
}

/**
 * Gives every stop of the position another price, each in one call; a position without a stop gets one for what no
 * other order claims.
 */
function setStop(
  { position, market, wire }: ActionPlanParts,
  priceOf: (stop: OrderTerms | null) => OrderPrice,
): PlannedAction {
  const isLong = position.held.isPositive()
  const groups = groupExits(position)
  const stops = groups.flatMap(({ exits }) => exits.filter(({ isStop }) => isStop))
  const fixed = stops.find(({ terms }) => terms === null)
  if (fixed !== undefined)
    return faulty(
      `The stop of order ${fixed.orderId} has terms that are not changed here. Change it where it was placed.`,
    )
  const { stopPrice } = pricePartsOf(priceOf(null))
  const faults = stopPrice === null ? [] : wrongSideOfStop(stopPrice, isLong, market)
  if (faults.length > 0) return faulty(...faults)
  if (stops.length === 0) {
    const first = firstStop(position, groups, { price: priceOf(null), wire })
    return first.length === 0 ? faulty(...stillFilling(position)) : planned(first)
  }
  const steps: ActionStep[] = []
  for (const group of groups) {
    const changed = changeStop(position, group, { priceOf, wire })
    if ('fault' in changed) return faulty(changed.fault)
    steps.push(...changed.steps)
  }
  return steps.length === 0 ? faulty('The stop is there already. Enter another price.') : planned(steps)
}

interface ChangeStopOptions {
  readonly priceOf: (stop: OrderTerms | null) => OrderPrice
  readonly wire: ActionWire
}

/**
 * Changes the stop of a group. Where the wire does not change its type, everything in the group is cancelled and comes
 * back at once with the new stop.
 */
function changeStop(
  { symbol }: ActedPosition,
  { exits, stop }: ExitGroup,
  { priceOf, wire }: ChangeStopOptions,
): PlannedSteps {
  if (stop === undefined || stop.terms === null) return { steps: [] }
  const { orderId, terms, filled } = stop
  const price = priceOf(terms)
  if (isEqualPrice(price, terms.price)) return { steps: [] }
  const changed: OrderTerms = { ...terms, price }
  const single = singleOrder(changed)
  if (wire.replacesType || price.type === terms.price.type)
    return { steps: [{ kind: 'REPLACE', symbol, orderId, filled, order: single }] }
  const target = profitOrderOf({ exits })
  if (exits.length > 1 && (exits.length > 2 || target === undefined || price.type !== 'STOP'))
    return {
      fault:
        `The stop of order ${orderId} belongs to a pair, in which this brokerage does not change it like ` +
        'that. Cancel ' +
        'the pair first, or move the stop instead.',
    }
  const order: ActionOrder =
    target === undefined ? single : { kind: 'PAIR', orders: [lasting(changed), lasting(target.terms)] }
  return {
    steps: [
      ...(target === undefined ? [] : [cancelExit(symbol, target)]),
      cancelExit(symbol, stop),
      { kind: 'PLACE', symbol, order, waitsForFlat: false },
    ],
  }
}

interface FirstStopOptions {
  readonly price: OrderPrice
  readonly wire: ActionWire
}

/**
 * Gives a position its first stop. Targets that claim it become pairs: their price stays, and one cancels the other.
 */
function firstStop(
  position: ActedPosition,
  groups: readonly ExitGroup[],
  { price, wire }: FirstStopOptions,
): ActionStep[] {
  const { symbol } = position
  const pairs = groups.flatMap(({ exits }) =>
    exits.flatMap((exit) => {
      const { terms } = exit
      if (terms === null || terms.price.type !== 'LIMIT') return []
      const stop = exitTerms(position, exit.quantity, price)
      return withPair(exit, { kind: 'PAIR', orders: [stop, lasting(terms)] }, wire)
    }),
  )
  const free = freeOf(position)
  if (free.isZero()) return pairs
  const order = singleOrder(exitTerms(position, free, price))
  return [...pairs, { kind: 'PLACE', symbol, order, waitsForFlat: false }]
}

/**
 * Moves the position's targets, or gives it one. A stop becomes a pair of stop and target in one call, because the
 * brokerage does not let both claim the same shares; where the wire has no such call, the stop is cancelled and the
 * pair follows at once.
 */
function setTarget({ position, market, wire }: ActionPlanParts, targetPrice: string): PlannedAction {
  const { symbol } = position
  const isLong = position.held.isPositive()
  const touch = closingTouch(market, isLong)
  if (touch !== null && (isLong ? touch.gte(targetPrice) : touch.lte(targetPrice)))
    return faulty(
      `A target has to be ${isLong ? 'above the bid' : 'below the ask'} of ${formatOrderPrice(touch)}, or it is ` +
        'filled at once. Close the position instead.',
    )
  const price: OrderPrice = { type: 'LIMIT', limitPrice: targetPrice }
  const groups = groupExits(position)
  const fixed = groups.find((group) => profitOrderOf(group) === undefined && !canBecomePair(group))
  if (fixed !== undefined)
    return faulty(
      `Order ${fixed.exits[0]?.orderId ?? ''} has terms that are not changed here, and claims what the target is for.`,
    )
  const steps = groups.flatMap((group): ActionStep[] => {
    const target = profitOrderOf(group)
    if (target !== undefined) {
      if (isEqualPrice(price, target.terms.price)) return []
      const order = singleOrder({ ...target.terms, price })
      return [{ kind: 'REPLACE', symbol, orderId: target.orderId, filled: target.filled, order }]
    }
    const { stop } = group
    if (stop === undefined || stop.terms === null) return []
    return withPair(
      stop,
      { kind: 'PAIR', orders: [lasting(stop.terms), exitTerms(position, stop.quantity, price)] },
      wire,
    )
  })
  const free = freeOf(position)
  const rest = singleOrder(exitTerms(position, free, price))
  const all: ActionStep[] = free.isZero()
    ? steps
    : [...steps, { kind: 'PLACE', symbol, order: rest, waitsForFlat: false }]
  if (all.length > 0) return planned(all)
  const awaited = groups.length === 0 ? stillFilling(position) : []
  return faulty(...(awaited.length > 0 ? awaited : ['The target is there already. Enter another price.']))
}

/** Why shares that no working order claims get no exit of their own. */
const stillFilling = ({ entries = [] }: ActedPosition): string[] =>
  entries.map(
    ({ orderId }) =>
      `Order ${orderId} is filled in part, and its exits start for that part once it is over. Cancel what is left of ` +
      'it first, or wait until it is filled.',
  )

/** Returns the order of a group that takes a profit. */
function profitOrderOf({
  exits,
}: Pick<ExitGroup, 'exits'>): (PositionExit & { readonly terms: OrderTerms }) | undefined {
  for (const exit of exits) if (exit.terms?.price.type === 'LIMIT') return { ...exit, terms: exit.terms }
  return undefined
}

const canBecomePair = ({ exits, stop }: ExitGroup): boolean =>
  exits.length === 1 && stop !== undefined && stop.terms !== null

type PairOrder = Extract<ActionOrder, { readonly kind: 'PAIR' }>

/** Puts a pair in the place of one exit. */
function withPair(exit: PositionExit, order: PairOrder, wire: ActionWire): ActionStep[] {
  const { orderId, filled, isInner } = exit
  const { symbol } = order.orders[0]
  if (wire.replacesByPair && !isInner) return [{ kind: 'REPLACE', symbol, orderId, filled, order }]
  return [cancelExit(symbol, exit), { kind: 'PLACE', symbol, order, waitsForFlat: false }]
}

/** Both orders of a pair last equally long, and as long as it takes. */
const lasting = (terms: OrderTerms): OrderTerms => ({ ...terms, duration: 'GOOD_TILL_CANCEL', session: 'NORMAL' })

const exitTerms = (position: ActedPosition, quantity: Decimal, price: OrderPrice): OrderTerms => ({
  symbol: position.symbol,
  instruction: closingInstruction(position),
  quantity: quantity.toFixed(),
  price,
  ...restingTime,
})

/** Returns the brokerage's instruction that opens or adds to a position on its side. */
function openingInstruction({ symbol, held }: ActedPosition): TradeInstruction {
  if (isOptionCode(symbol)) return held.isPositive() ? 'BUY_TO_OPEN' : 'SELL_TO_OPEN'
  return held.isPositive() ? 'BUY' : 'SELL_SHORT'
}

/** A stop with a limit keeps the distance between the two; a trailing stop becomes one that stays. */
function movedTo(stop: OrderTerms | null, stopPrice: string): OrderPrice {
  if (stop === null || stop.price.type !== 'STOP_LIMIT') return { type: 'STOP', stopPrice }
  const distance = new Decimal(stop.price.limitPrice).minus(stop.price.stopPrice)
  const limitPrice = roundToTick(new Decimal(stopPrice).plus(distance), isOptionCode(stop.symbol))
  return { type: 'STOP_LIMIT', stopPrice, limitPrice }
}

/** Returns the terms of the stop that the market reaches first; one that trails counts as the nearest. */
export function nearestStop(position: ActedPosition): OrderTerms | null {
  const isLong = position.held.isPositive()
  const found = position.exits.flatMap(({ isStop, terms }) => (isStop && terms !== null ? [terms] : []))
  const nearness = ({ price }: OrderTerms): Decimal => {
    const { stopPrice } = pricePartsOf(price)
    if (stopPrice === null) return new Decimal(Infinity)
    return isLong ? new Decimal(stopPrice) : new Decimal(stopPrice).negated()
  }
  return found.toSorted((a, b) => nearness(b).comparedTo(nearness(a)))[0] ?? null
}

function wrongSideOfStop(stopPrice: string, isLong: boolean, market: OrderMarket): string[] {
  const touch = closingTouch(market, isLong)
  if (touch === null || !isStopPassed(stopPrice, market, isLong)) return []
  return [
    `A stop at ${formatOrderPrice(stopPrice)} would be filled at once: it has to be ` +
      `${isLong ? 'below the bid' : 'above the ask'} of ${formatOrderPrice(touch)}.`,
  ]
}
