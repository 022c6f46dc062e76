// Plans how a position, or a part of it, is closed at the market while orders that close it are working. The brokerage
// lets closing orders claim no more than is held, so what is to be sold has to be released first.
//
// The order of steps, and why:
// 1. Orders that only take a profit are cancelled or made smaller: they protect nothing, so nothing is lost if the
//    action ends there.
// 2. Stops that are only partly in the way are made smaller, the one that the market reaches last first. What stays
//    keeps its stop; what is about to be sold has none until the next step.
// 3. Stops that are wholly in the way are replaced by market orders, which is one call at the brokerage: there is no
//    moment without either. Where the wire cannot do that, the stop is cancelled and the market order follows at once.
// 4. Whatever no stop was in the way of is sold by a market order of its own.
// An entry that is filled in part keeps what its exits are going to claim. When that is to be closed too, what is left
// of the entry is cancelled before everything else, which starts its exits.
// Source: docs/rules/trading.md, "Acting on a position"; docs/decisions/0068-one-step-at-a-time.md.
import { Decimal } from 'decimal.js'
import { isOptionCode } from '../order/option-code.ts'
import { dayTime, type OrderTerms, type TradeInstruction, singleOrder } from '../order/order-draft.ts'
import { pricePartsOf } from '../order/order-price.ts'
import { type ActedPosition, type ActionStep, type ActionWire, type PositionExit } from './action-step.ts'

/** Orders that cancel each other, or a single one. */
export interface ExitGroup {
  readonly exits: readonly PositionExit[]
  /** What the group keeps from other closing orders: its largest order. */
  readonly claim: Decimal
  /** Its stop; the first one if there are several. */
  readonly stop: PositionExit | undefined
}

export type PlannedSteps = { readonly steps: readonly ActionStep[] } | { readonly fault: string }

const zero = new Decimal(0)
const total = (values: readonly Decimal[]): Decimal => values.reduce((sum, one) => sum.plus(one), zero)

/** Returns the brokerage's instruction that closes a position. */
export function closingInstruction({ symbol, held }: ActedPosition): TradeInstruction {
  const isLong = held.isPositive()
  if (isOptionCode(symbol)) return isLong ? 'SELL_TO_CLOSE' : 'BUY_TO_CLOSE'
  return isLong ? 'SELL' : 'BUY_TO_COVER'
}

/** Returns the market order that closes a quantity. */
export const marketTerms = (position: ActedPosition, quantity: Decimal): OrderTerms => ({
  symbol: position.symbol,
  instruction: closingInstruction(position),
  quantity: quantity.toFixed(),
  price: { type: 'MARKET' },
  ...dayTime,
})

/** Returns the exits by group, without market orders, which close already. */
export function groupExits({ exits }: ActedPosition): ExitGroup[] {
  const groups = new Map<string, PositionExit[]>()
  for (const exit of exits)
    if (!isClosingNow(exit)) groups.set(exit.groupId, [...(groups.get(exit.groupId) ?? []), exit])
  return [...groups.values()].map((of) => ({
    exits: of,
    claim: Decimal.max(...of.map(({ quantity }) => quantity)),
    stop: of.find(({ isStop }) => isStop),
  }))
}

export const isClosingNow = ({ terms }: PositionExit): boolean => terms?.price.type === 'MARKET'

/** Returns what is held and not being closed by market orders. */
export const leftOf = ({ held, exits }: ActedPosition): Decimal =>
  Decimal.max(0, held.abs().minus(total(exits.filter(isClosingNow).map(({ quantity }) => quantity))))

/** Returns what the exits of entries that are still being filled are going to claim. */
export const awaitedOf = ({ entries = [] }: ActedPosition): Decimal => total(entries.map(({ claim }) => claim))

/** Returns what no order claims, or is going to. */
export const freeOf = (position: ActedPosition): Decimal =>
  Decimal.max(
    0,
    leftOf(position)
      .minus(total(groupExits(position).map(({ claim }) => claim)))
      .minus(awaitedOf(position)),
  )

/**
 * Returns how many whole shares a close of a part can sell without an entry being cancelled: zero while an order that
 * claims them is being changed, or has terms that are not changed here. Example: 70 of 100 shares with a stop for 100
 * and an entry that is filled with 30 of them and goes on.
 */
export function closableOf(position: ActedPosition): Decimal {
  if (position.exits.some(({ isChanging, terms }) => isChanging || terms === null)) return zero
  return Decimal.max(0, leftOf(position).minus(awaitedOf(position))).floor()
}

/**
 * Plans the closing of `quantity`, whole shares, at most what is left. Example: 100 long with a stop for 100. Closing
 * all replaces the stop by a market order. Closing 50 replaces the stop by one for 50, then sells 50 at the market.
 */
export function planClose(position: ActedPosition, quantity: Decimal, wire: ActionWire): PlannedSteps {
  const { symbol, entries = [] } = position
  if (quantity.greaterThan(leftOf(position).minus(awaitedOf(position)))) {
    const cancelled = entries.map(({ orderId, filled }) => ({ kind: 'CANCEL', symbol, orderId, filled }) as const)
    const exits = [...position.exits, ...entries.flatMap((entry) => entry.exits)]
    const closed = planClose({ ...position, exits, entries: [] }, quantity, wire)
    return 'fault' in closed ? closed : { steps: [...cancelled, ...closed.steps] }
  }
  const groups = inReleaseOrder(groupExits(position), position.held.isPositive())
  const claimed = total(groups.map(({ claim }) => claim))
  let toRelease = Decimal.max(0, claimed.minus(leftOf(position).minus(awaitedOf(position)).minus(quantity)))
  const first: ActionStep[] = []
  const whole: ExitGroup[] = []
  for (const group of groups) {
    if (toRelease.isZero()) break
    const part = Decimal.min(group.claim, toRelease)
    toRelease = toRelease.minus(part)
    if (part.lessThan(group.claim)) {
      const smaller = makeSmaller(group, group.claim.minus(part))
      if ('fault' in smaller) return smaller
      first.push(...smaller.steps)
    } else if (group.stop === undefined) {
      first.push(...group.exits.map((exit) => cancelExit(symbol, exit)))
    } else whole.push(group)
  }
  const last: ActionStep[] = []
  let left = quantity
  for (const [index, group] of whole.entries()) {
    // The last one also sells what no order was in the way of.
    const own = index === whole.length - 1 ? left : Decimal.min(group.claim, left)
    left = left.minus(own)
    last.push(...convert(position, group, own, wire))
  }
  if (!left.isZero()) last.push(place(position, left))
  return { steps: [...first, ...last] }
}

/** Returns the cancellation of an exit, which may close more before it arrives. */
export const cancelExit = (symbol: string, { orderId, filled }: PositionExit): ActionStep => ({
  kind: 'CANCEL',
  symbol,
  orderId,
  exitFilled: filled,
})

const place = (position: ActedPosition, quantity: Decimal): ActionStep => ({
  kind: 'PLACE',
  symbol: position.symbol,
  order: singleOrder(marketTerms(position, quantity)),
  waitsForFlat: false,
})

/** Makes every order of a group smaller, its stop last, so that the stop protects all of it until then. */
function makeSmaller({ exits }: ExitGroup, to: Decimal): PlannedSteps {
  const steps: ActionStep[] = []
  for (const { orderId, terms, filled, quantity } of exits.toSorted((a, b) => Number(a.isStop) - Number(b.isStop))) {
    if (!quantity.greaterThan(to)) continue
    if (terms === null)
      return {
        fault:
          `Order ${orderId} has terms that are not changed here, and it claims what is to be closed. ` +
          'Cancel it on the ' +
          'Orders screen first, or close the whole position.',
      }
    steps.push({
      kind: 'REPLACE',
      symbol: terms.symbol,
      orderId,
      filled,
      order: singleOrder({ ...terms, quantity: to.toFixed() }),
    })
  }
  return { steps }
}

/** Puts a market order in the place of a stop. What else is in its group is cancelled by the fill. */
function convert(
  position: ActedPosition,
  { exits, stop }: ExitGroup,
  quantity: Decimal,
  wire: ActionWire,
): ActionStep[] {
  const { symbol } = position
  if (quantity.isZero()) return exits.map((exit) => cancelExit(symbol, exit))
  if (wire.replacesType && stop !== undefined && stop.terms !== null)
    return [
      {
        kind: 'REPLACE',
        symbol,
        orderId: stop.orderId,
        filled: stop.filled,
        order: singleOrder(marketTerms(position, quantity)),
      },
    ]
  const cancelled = exits.toSorted((a, b) => Number(a.isStop) - Number(b.isStop))
  return [...cancelled.map((exit) => cancelExit(symbol, exit)), place(position, quantity)]
}

/** Groups without a stop first, then the stops that the market reaches last; what trails is always near. */
function inReleaseOrder(groups: readonly ExitGroup[], isLong: boolean): ExitGroup[] {
  const nearness = ({ stop }: ExitGroup): Decimal => {
    const price = stop === undefined || stop.terms === null ? null : pricePartsOf(stop.terms.price).stopPrice
    if (price === null) return new Decimal(Infinity)
    return isLong ? new Decimal(price) : new Decimal(price).negated()
  }
  return groups.toSorted((a, b) =>
    a.stop === undefined || b.stop === undefined
      ? Number(a.stop !== undefined) - Number(b.stop !== undefined)
      : nearness(a).comparedTo(nearness(b)),
  )
}
