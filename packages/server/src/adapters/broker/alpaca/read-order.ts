// Maps orders of the wire to our terms, as trees: an entry holds the exits that its fill releases, and two exits of
// which one cancels the other are held by an OCO wrapper. Alpaca has no such wrapper: its first exit leads the pair, so
// the wrapper's id is made from that one's. Tolerant: unknown words are kept as text, an unknown status alongside
// UNKNOWN.
import { contractShares, isOverOrder, type OrderStatus } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerLeg, BrokerOrder, BrokerTrail } from '../port.ts'
import { decimalText, wireNumber } from '../wire-amount.ts'
import { wireTime } from '../wire-time.ts'
import { alpacaAssetType } from './read-account.ts'
import { readSymbol } from './wire-symbol.ts'
import { alpacaDuration, alpacaInstruction, alpacaOrderType, alpacaStatus } from './wire-words.ts'

const word = z.string().min(1).max(64)
const maybe = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null)
const maybeNumber = maybe(wireNumber)
const maybeTime = maybe(wireTime)

/** Legs are read one level at a time, so that an endless tree cannot hang us. */
const WireOrder = z.looseObject({
  id: z.string().min(1).max(64),
  symbol: maybe(z.string().max(64)),
  asset_class: maybe(z.string()),
  order_class: maybe(z.string().max(64)),
  // Empty on a leg of several.
  type: maybe(z.string().max(64)).transform((type) => (type === '' ? null : type)),
  side: maybe(z.string().max(64)),
  position_intent: maybe(z.string().max(64)),
  time_in_force: maybe(word),
  qty: maybeNumber,
  ratio_qty: maybeNumber,
  filled_qty: maybeNumber,
  filled_avg_price: maybeNumber,
  limit_price: maybeNumber,
  stop_price: maybeNumber,
  // An odd value leaves the trail unknown: the order is readable, and not recognised as ours.
  trail_price: maybeNumber.catch(null),
  trail_percent: maybeNumber.catch(null),
  extended_hours: maybe(z.boolean()),
  status: word,
  submitted_at: maybeTime,
  created_at: maybeTime,
  filled_at: maybeTime,
  canceled_at: maybeTime,
  expired_at: maybeTime,
  failed_at: maybeTime,
  replaced_at: maybeTime,
  legs: z.array(z.unknown()).max(50).nullish(),
})
type WireOrder = z.output<typeof WireOrder>

const deepest = 4

/** Marks the id of an OCO wrapper: that of the order that leads the pair follows. */
const pairMark = 'oco-'

/** Returns the id under which Alpaca knows an order: of a pair that of the order that leads it. */
export const wireIdOf = (brokerId: string): string =>
  brokerId.startsWith(pairMark) ? brokerId.slice(pairMark.length) : brokerId

/** Returns the id of the pair that an order leads. */
export const pairIdOf = (leadId: string): string => `${pairMark}${leadId}`

export const AlpacaOrderAnswer = z.unknown().transform((wire, context) => readOrder(wire, { depth: 0, context }))
export const AlpacaOrdersAnswer = z.array(AlpacaOrderAnswer)

interface Place {
  readonly depth: number
  readonly context: z.core.$RefinementCtx
  /** The entry that releases the order. */
  readonly entry?: BrokerOrder
}

function fault(context: z.core.$RefinementCtx, message: string, path: PropertyKey[]): never {
  context.issues.push({ code: 'custom', input: undefined, message, path })
  return z.NEVER
}

function readOrder(wire: unknown, { depth, context, entry }: Place): BrokerOrder {
  const read = WireOrder.safeParse(wire)
  if (!read.success) return fault(context, 'no order', [...(read.error.issues[0]?.path ?? [])])
  if (depth > deepest) return fault(context, 'no order', ['legs'])
  const enteredMs = read.data.submitted_at ?? read.data.created_at ?? entry?.enteredMs
  if (enteredMs === undefined) return fault(context, 'no instant', ['submitted_at'])
  const legs = read.data.legs ?? []
  if (read.data.order_class === 'mleg')
    return several(
      read.data,
      enteredMs,
      legs.flatMap((leg) => readLeg(leg, read.data.qty)),
    )
  const own = toOrder(read.data, { enteredMs, entry })
  if (legs.length === 0) return own
  if (read.data.order_class === 'oco' && entry === undefined) {
    const others = legs.map((leg) => readOrder(leg, { depth: depth + 1, context }))
    return pairOf([own, ...others])
  }
  const exits = legs.map((leg) => readOrder(leg, { depth: depth + 1, context, entry: own }))
  return { ...own, strategy: 'TRIGGER', children: exits.length === 1 ? exits : [pairOf(exits)] }
}

const zero = new Decimal(0)
const text = (value: Decimal | null): string | null => (value === null ? null : decimalText(value))

interface Origin {
  readonly enteredMs: BrokerOrder['enteredMs']
  readonly entry?: BrokerOrder | undefined
}

function toOrder(wire: WireOrder, { enteredMs, entry }: Origin): BrokerOrder {
  const symbol = wire.symbol === null || wire.symbol === '' ? null : readSymbol(wire.symbol)
  const assetType = symbol === null ? null : alpacaAssetType(wire.asset_class, symbol)
  const isOption = assetType === 'OPTION'
  const filled = wire.filled_qty ?? zero
  const { status, description } = statusOf(wire, entry)
  const isOver = isOverOrder(status)
  const stops = wire.type === 'stop' || wire.type === 'stop_limit'
  return {
    brokerId: wire.id,
    strategy: 'SINGLE',
    symbol,
    assetType,
    multiplier: isOption ? contractShares : 1,
    legCount: 1,
    legs: [],
    shape: null,
    instruction: alpacaInstruction({ side: wire.side ?? '', intent: wire.position_intent, isOption }),
    orderType: wire.type === null ? null : alpacaOrderType(wire.type, wire.time_in_force ?? ''),
    session: wire.extended_hours === true ? 'SEAMLESS' : 'NORMAL',
    duration: wire.time_in_force === null ? null : alpacaDuration(wire.time_in_force),
    goodTill: null,
    quantity: text(wire.qty),
    filledQuantity: decimalText(filled),
    remainingQuantity: isOver || wire.qty === null ? '0' : decimalText(Decimal.max(wire.qty.minus(filled), 0)),
    // Alpaca gives a buy stop a limit of its own, which is none of the order's terms.
    price: wire.type === 'limit' || wire.type === 'stop_limit' ? text(wire.limit_price) : null,
    // A trailing stop's present stop moves; how far it trails is its term.
    stopPrice: stops ? text(wire.stop_price) : null,
    averageFillPrice: filled.isZero() ? null : text(wire.filled_avg_price),
    lastFillMs: filled.isZero() ? null : wire.filled_at,
    trail: trailOf(wire),
    status,
    description,
    isCancelable: !isOver && status !== 'PENDING_CANCEL' && status !== 'PENDING_REPLACE',
    enteredMs,
    closedMs: isOver ? closedAt(wire, status) : null,
    children: [],
  }
}

/** Statuses in which an exit can be while its entry is not filled. */
const waiting: ReadonlySet<OrderStatus> = new Set([
  'WORKING',
  'AWAITING_STOP_CONDITION',
  'PENDING_ACTIVATION',
  'PENDING_ACKNOWLEDGEMENT',
])

function statusOf(
  { status: wire, qty, filled_qty: filled }: WireOrder,
  entry: BrokerOrder | undefined,
): Pick<BrokerOrder, 'status' | 'description'> {
  if (wire === 'calculated') {
    const isFilled = qty !== null && filled !== null && filled.greaterThanOrEqualTo(qty)
    return { status: isFilled ? 'FILLED' : 'WORKING', description: null }
  }
  const status = alpacaStatus(wire)
  if (status === undefined) return { status: 'UNKNOWN', description: wire }
  const awaitsEntry = entry !== undefined && entry.status !== 'FILLED' && waiting.has(status)
  return { status: awaitsEntry ? 'AWAITING_PARENT_ORDER' : status, description: null }
}

function closedAt(wire: WireOrder, status: OrderStatus): BrokerOrder['closedMs'] {
  const own: Partial<Record<OrderStatus, BrokerOrder['closedMs']>> = {
    FILLED: wire.filled_at,
    CANCELED: wire.canceled_at,
    EXPIRED: wire.expired_at,
    REJECTED: wire.failed_at,
    REPLACED: wire.replaced_at,
  }
  return (
    own[status] ?? wire.filled_at ?? wire.canceled_at ?? wire.expired_at ?? wire.failed_at ?? wire.replaced_at ?? null
  )
}

function trailOf({ trail_price: dollars, trail_percent: percent }: WireOrder): BrokerTrail | null {
  if (dollars !== null && dollars.greaterThan(0)) return { offset: decimalText(dollars), unit: 'DOLLARS' }
  if (percent !== null && percent.greaterThan(0)) return { offset: decimalText(percent), unit: 'PERCENT' }
  return null
}

/** Returns the wrapper of two exits. It is over when both are, and filled when one is. */
function pairOf(exits: readonly BrokerOrder[]): BrokerOrder {
  const [lead] = exits
  const statuses = exits.map(({ status }) => status)
  const open = statuses.find((status) => !isOverOrder(status))
  const status = open ?? (statuses.includes('FILLED') ? 'FILLED' : lead!.status)
  const closed = exits.flatMap(({ closedMs }) => closedMs ?? [])
  return {
    ...lead!,
    brokerId: pairIdOf(lead!.brokerId),
    strategy: 'OCO',
    symbol: null,
    assetType: null,
    legCount: 0,
    instruction: null,
    orderType: null,
    session: null,
    duration: null,
    goodTill: null,
    quantity: null,
    filledQuantity: '0',
    remainingQuantity: '0',
    price: null,
    stopPrice: null,
    averageFillPrice: null,
    lastFillMs: null,
    trail: null,
    status,
    description: null,
    isCancelable: exits.some(({ isCancelable }) => isCancelable),
    closedMs: open === undefined ? (closed.toSorted((a, b) => b - a)[0] ?? null) : null,
    children: exits,
  }
}

/** A leg has its quantity, or how many of it go into each unit of the order. */
function readLeg(wire: unknown, units: Decimal | null): BrokerLeg[] {
  const read = WireOrder.safeParse(wire)
  if (!read.success || read.data.symbol === null) return []
  const symbol = readSymbol(read.data.symbol)
  const assetType = alpacaAssetType(read.data.asset_class, symbol)
  const { qty, ratio_qty: ratio } = read.data
  return [
    {
      symbol,
      assetType,
      instruction: alpacaInstruction({
        side: read.data.side ?? '',
        intent: read.data.position_intent,
        isOption: assetType === 'OPTION',
      }),
      quantity: text(qty ?? (units === null ? ratio : (ratio?.times(units) ?? null))),
    },
  ]
}

/** Returns an order of several legs that trade together. A negative price is what it takes in. */
function several(wire: WireOrder, enteredMs: BrokerOrder['enteredMs'], legs: readonly BrokerLeg[]): BrokerOrder {
  const own = toOrder(wire, { enteredMs })
  const [first] = legs
  const takesIn = wire.limit_price?.isNegative() ?? false
  return {
    ...own,
    symbol: first?.symbol ?? own.symbol,
    assetType: first?.assetType ?? own.assetType,
    multiplier: contractShares,
    legCount: legs.length,
    legs,
    instruction: first?.instruction ?? own.instruction,
    orderType: wire.type === 'limit' ? (takesIn ? 'NET_CREDIT' : 'NET_DEBIT') : own.orderType,
    price: text(wire.limit_price?.abs() ?? null),
    averageFillPrice: own.averageFillPrice === null ? null : new Decimal(own.averageFillPrice).abs().toFixed(),
  }
}
