// Parses an order body as clients send it, strict about required content, tolerant of unknown fields. Malformed bodies
// are answered with 400; well-formed orders that cannot be executed are judged elsewhere.
import { readFields } from '../kernel/read-fields.ts'
import { type MarketDay, newYorkDateAt, parseMarketDay, toEpochMs } from '@clubfolio/domain'
import { z } from 'zod'
import { parseInstant } from '../kernel/wire-time.ts'
import { parseExact, rescale } from '../money/decimal.ts'
import { OPTION_INSTRUCTIONS, SHARE_INSTRUCTIONS, isOptionInstruction } from '../kind/trade-instruction.ts'
import { PRICE_SCALE, price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { DURATIONS, ORDER_TYPES, SESSIONS } from '../kind/order-kind.ts'
import type { OrderTerms, Trail } from '../order/order.ts'
import { SPREAD_SHAPES } from '../order/spread-shape.ts'
import type { SpreadShape } from '../order/spread-shape.ts'

const MAX_CHILDREN = 10
const MAX_DEPTH = 4
const MAX_LEGS = 4
const INSTRUCTIONS = [...SHARE_INSTRUCTIONS, ...OPTION_INSTRUCTIONS, 'SELL_SHORT_EXEMPT', 'EXCHANGE'] as const

const DECIMAL_SCALE = 12

/** A number or its text, as exact decimal text; text that is not a decimal of at most 12 places is malformed. */
const decimal = z.union([z.number(), z.string().trim().max(24)]).transform((value, context) => {
  const text = String(value)
  if (parseExact(text, DECIMAL_SCALE) === null) {
    context.addIssue({ code: 'custom', message: 'not a decimal number' })
    return z.NEVER
  }
  return text
})

const leg = z.object({
  instruction: z.enum(INSTRUCTIONS),
  quantity: decimal,
  instrument: z.object({ symbol: z.string().trim().min(1).max(30), assetType: z.string().max(40).optional() }),
})

const single = z.object({
  orderType: z.enum(ORDER_TYPES),
  session: z.enum(SESSIONS),
  duration: z.enum(DURATIONS),
  cancelTime: z.string().max(40).nullish(),
  orderLegCollection: z.array(leg).min(1, 'a leg is missing').max(MAX_LEGS, `an order has at most ${MAX_LEGS} legs`),
  price: decimal.nullish(),
  stopPrice: decimal.nullish(),
  stopType: z.enum(['STANDARD', 'BID', 'ASK', 'LAST', 'MARK']).nullish(),
  stopPriceLinkBasis: z.string().max(20).nullish(),
  stopPriceLinkType: z.enum(['VALUE', 'PERCENT', 'TICK']).nullish(),
  stopPriceOffset: decimal.nullish(),
  priceLinkBasis: z.string().max(20).nullish(),
  priceLinkType: z.enum(['VALUE', 'PERCENT', 'TICK']).nullish(),
  priceOffset: decimal.nullish(),
  taxLotMethod: z.string().max(30).nullish(),
  specialInstruction: z.string().max(30).nullish(),
  complexOrderStrategyType: z.enum(SPREAD_SHAPES).nullish(),
})

type Single = z.output<typeof single>

export interface ReadLeg extends Pick<OrderTerms, 'instruction'> {
  readonly symbol: string
  /** Null when it is not a whole number: a business reason, not one of form. */
  readonly quantity: bigint | null
}

/** Terms as parsed, before the instruments are looked up. */
export interface ReadTerms extends Pick<
  OrderTerms,
  | 'orderType'
  | 'session'
  | 'duration'
  | 'goodTill'
  | 'price'
  | 'stopPrice'
  | 'isTooFine'
  | 'trail'
  | 'limitOffset'
  | 'keepsPrice'
> {
  readonly legs: readonly [ReadLeg, ...ReadLeg[]]
  /** For several legs: the shape that the client names. */
  readonly shape: SpreadShape | null
  readonly details: Readonly<Record<string, unknown>>
}

export interface ReadOrder {
  readonly strategy: 'SINGLE' | 'TRIGGER' | 'OCO'
  readonly terms: ReadTerms | null
  readonly children: readonly ReadOrder[]
}

/** Thrown when the body cannot be parsed as an order; the message says where and why. */
export class UnreadableOrder extends Error {}

/** Returns whether a price has more decimals than any tick: four. Such an order is rejected, as docs/rules say. */
const isTooFine = (text: string | null | undefined): boolean =>
  text !== null && text !== undefined && parseExact(text, PRICE_SCALE) === null

/**
 * Returns a price; null when absent. One that is too fine is rounded, but not to zero, for the order that is rejected.
 */
function priceOf(text: string | null | undefined): Price | null {
  if (text === null || text === undefined) return null
  const exact = parseExact(text, PRICE_SCALE)
  if (exact !== null) return price(exact)
  const fine = parseExact(text, DECIMAL_SCALE) ?? 0n
  const rounded = rescale(fine, DECIMAL_SCALE, PRICE_SCALE)
  return price(rounded === 0n ? (fine > 0n ? 1n : -1n) : rounded)
}

/** Returns an offset exactly; null when absent. Throws UnreadableOrder for more than four decimals: it has no tick. */
function offsetOf(name: string, text: string | null | undefined): Price | null {
  if (isTooFine(text)) throw new UnreadableOrder(`${name} has at most four decimals`)
  return priceOf(text)
}

/**
 * Returns the last day of an order that is good till a day. Reading an order back also shows when one of another
 * duration ends, so it says nothing there.
 */
function goodTillOf({ duration, cancelTime }: Single): MarketDay | null {
  if (duration !== 'GOOD_TILL_CANCEL' || cancelTime === null || cancelTime === undefined) return null
  const day = parseMarketDay(cancelTime.trim())
  if (day !== null) return day
  const at = parseInstant(cancelTime)
  if (at === null) throw new UnreadableOrder('cancelTime: no instant')
  return newYorkDateAt(toEpochMs(at))
}

/** Returns the books' name for an instruction. Option symbols have 21 characters, so a wrong pairing is detected. */
function instructionOf({ instruction, instrument }: Single['orderLegCollection'][number]): OrderTerms['instruction'] {
  if (instruction === 'EXCHANGE') throw new UnreadableOrder('The paper brokerage does not take EXCHANGE orders')
  const known = instruction === 'SELL_SHORT_EXEMPT' ? 'SELL_SHORT' : instruction
  const isOption =
    instrument.assetType === 'OPTION' || (instrument.assetType === undefined && isOptionInstruction(known))
  if (isOption !== isOptionInstruction(known))
    throw new UnreadableOrder(
      `instruction ${instruction} does not go with the asset type ${instrument.assetType ?? 'EQUITY'}`,
    )
  return known
}

const OF_SEVERAL_LEGS: ReadonlySet<string> = new Set(['NET_DEBIT', 'NET_CREDIT', 'NET_ZERO', 'MARKET'])
const NET_TYPES: ReadonlySet<string> = new Set(['NET_DEBIT', 'NET_CREDIT', 'NET_ZERO'])

function legsOf({ orderType, orderLegCollection }: Single): ReadTerms['legs'] {
  const [first, ...others] = orderLegCollection.map((leg) => ({
    symbol: leg.instrument.symbol.toUpperCase(),
    instruction: instructionOf(leg),
    quantity: parseExact(leg.quantity, 0),
  }))
  if (first === undefined) throw new UnreadableOrder('orderLegCollection: a leg is missing')
  if (others.length === 0 && NET_TYPES.has(orderType))
    throw new UnreadableOrder(`${orderType} is for orders of two to ${MAX_LEGS} legs`)
  if (others.length > 0 && !OF_SEVERAL_LEGS.has(orderType))
    throw new UnreadableOrder('An order of several legs is NET_DEBIT, NET_CREDIT, NET_ZERO or MARKET')
  if (orderType === 'EXERCISE' && first.instruction !== 'SELL_TO_CLOSE')
    throw new UnreadableOrder('An option that is held is exercised: the instruction is SELL_TO_CLOSE')
  return [first, ...others]
}

const NEEDS_PRICE: ReadonlySet<string> = new Set([
  'LIMIT',
  'STOP_LIMIT',
  'LIMIT_ON_CLOSE',
  'NET_DEBIT',
  'NET_CREDIT',
  'CABINET',
  'NON_MARKETABLE',
])
const NEEDS_STOP: ReadonlySet<string> = new Set(['STOP', 'STOP_LIMIT'])

function positive(name: string, at: Price | null, isNeeded: boolean): Price | null {
  if (!isNeeded) return null
  if (at === null) throw new UnreadableOrder(`${name} is missing`)
  if (at <= 0n) throw new UnreadableOrder(`${name} must be above 0`)
  return at
}

function trailOf(body: Single): Trail | null {
  if (body.orderType !== 'TRAILING_STOP' && body.orderType !== 'TRAILING_STOP_LIMIT') return null
  const offset = positive('stopPriceOffset', offsetOf('stopPriceOffset', body.stopPriceOffset), true)
  if (offset === null) return null
  if (body.stopPriceLinkType === 'TICK') throw new UnreadableOrder('stopPriceLinkType is VALUE or PERCENT here')
  const isPercent = body.stopPriceLinkType === 'PERCENT'
  if (isPercent && offset >= 1_000_000n) throw new UnreadableOrder('stopPriceOffset must be below 100 percent')
  return { offset, isPercent }
}

/** A trailing stop-limit has a limit that follows its stop, or a fixed price. */
function limitOffsetOf(body: Single): Price | null {
  if (body.orderType !== 'TRAILING_STOP_LIMIT' || (body.priceOffset ?? null) === null) return null
  if (body.priceLinkType === 'PERCENT' || body.priceLinkType === 'TICK')
    throw new UnreadableOrder('priceLinkType is VALUE here')
  const offset = offsetOf('priceOffset', body.priceOffset)
  if (offset !== null && offset < 0n) throw new UnreadableOrder('priceOffset must not be below 0')
  return offset
}

function termsOf(body: Single): ReadTerms {
  const { orderType } = body
  if (orderType === 'NET_ZERO' && (priceOf(body.price) ?? 0n) !== 0n) throw new UnreadableOrder('NET_ZERO has no price')
  const limitOffset = limitOffsetOf(body)
  const given = [
    'stopType',
    'stopPriceLinkBasis',
    'stopPriceLinkType',
    'priceLinkBasis',
    'priceLinkType',
    'taxLotMethod',
    'specialInstruction',
  ] as const
  const limit = positive(
    'price',
    priceOf(body.price),
    NEEDS_PRICE.has(orderType) || (orderType === 'TRAILING_STOP_LIMIT' && limitOffset === null),
  )
  const stop = positive('stopPrice', priceOf(body.stopPrice), NEEDS_STOP.has(orderType))
  return {
    legs: legsOf(body),
    shape: body.complexOrderStrategyType ?? null,
    orderType,
    session: body.session,
    duration: body.duration,
    goodTill: goodTillOf(body),
    price: limit,
    stopPrice: stop,
    isTooFine: (limit !== null && isTooFine(body.price)) || (stop !== null && isTooFine(body.stopPrice)),
    trail: trailOf(body),
    limitOffset,
    keepsPrice: body.specialInstruction?.includes('DO_NOT_REDUCE') ?? false,
    details: Object.fromEntries(
      given.flatMap((name) => (body[name] === null || body[name] === undefined ? [] : [[name, body[name]]])),
    ),
  }
}

function complaint(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ')
}

function childrenOf(body: Record<string, unknown>, depth: number): ReadOrder[] {
  const children: unknown = body['childOrderStrategies']
  if (children === undefined || children === null) return []
  if (!Array.isArray(children)) throw new UnreadableOrder('childOrderStrategies is a list')
  if (children.length > MAX_CHILDREN || depth >= MAX_DEPTH)
    throw new UnreadableOrder('The order has too many orders inside')
  return children.map((child) => readOrderBody(child, depth + 1))
}

/** Parses a body; throws UnreadableOrder with a sentence. A TRIGGER without children is read as a SINGLE. */
export function readOrderBody(body: unknown, depth = 0): ReadOrder {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UnreadableOrder('The body is no order')
  const fields = readFields(body)
  const strategy = fields['orderStrategyType'] ?? 'SINGLE'
  const children = childrenOf(fields, depth)
  if (strategy === 'OCO') {
    if (children.length !== 2) throw new UnreadableOrder('An OCO order has two child orders')
    if (children.some((child) => child.strategy === 'OCO'))
      throw new UnreadableOrder('The orders of an OCO pair are SINGLE or TRIGGER')
    return { strategy: 'OCO', terms: null, children }
  }
  if (strategy !== 'SINGLE' && strategy !== 'TRIGGER')
    throw new UnreadableOrder('orderStrategyType is SINGLE, TRIGGER or OCO')
  if (strategy === 'SINGLE' && children.length > 0) throw new UnreadableOrder('A SINGLE order has no child orders')
  const read = single.safeParse(body)
  if (!read.success) throw new UnreadableOrder(complaint(read.error))
  return { strategy: children.length === 0 ? 'SINGLE' : 'TRIGGER', terms: termsOf(read.data), children }
}
