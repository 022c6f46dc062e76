// Parses the body of a new order on the Alpaca wire: strict about what it needs, and about fields that do not go with
// the type or the class of the order, because the wire refuses these too.

import { z } from 'zod'
import type { Price } from '../../money/money.ts'
import type { Trail } from '../../order/order.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { bookSymbol } from '../kernel/alpaca-symbol.ts'
import type { GivenAmount } from './amount-field.ts'
import { decimalField, isGiven, priceField, quantityField } from './amount-field.ts'

export const MAX_CLIENT_ID = 128
const MAX_LEGS = 4
const HUNDRED_PERCENT = 1_000_000n

const SIDES = ['buy', 'sell'] as const
const TYPES = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const
const TIMES = ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok'] as const
const CLASSES = ['simple', 'bracket', 'oco', 'oto', 'mleg', ''] as const
const INTENTS = ['buy_to_open', 'buy_to_close', 'sell_to_open', 'sell_to_close'] as const

export type AskedSide = (typeof SIDES)[number]
export type AskedType = (typeof TYPES)[number]
export type AskedTime = (typeof TIMES)[number]
export type AskedIntent = (typeof INTENTS)[number]

const symbolField = z.string().trim().min(1).max(40)
const exitField = z.object({ stop_price: decimalField.nullish(), limit_price: decimalField.nullish() })

const orderBody = z.object({
  symbol: symbolField.nullish(),
  qty: decimalField.nullish(),
  notional: decimalField.nullish(),
  side: z.enum(SIDES).nullish(),
  type: z.enum(TYPES),
  time_in_force: z.enum(TIMES),
  limit_price: decimalField.nullish(),
  stop_price: decimalField.nullish(),
  trail_price: decimalField.nullish(),
  trail_percent: decimalField.nullish(),
  extended_hours: z.boolean().nullish(),
  client_order_id: z.string().max(MAX_CLIENT_ID).nullish(),
  order_class: z.enum(CLASSES).nullish(),
  take_profit: exitField.nullish(),
  stop_loss: exitField.nullish(),
  position_intent: z.enum(INTENTS).nullish(),
  legs: z
    .array(
      z.object({
        symbol: symbolField,
        ratio_qty: decimalField,
        side: z.enum(SIDES).nullish(),
        position_intent: z.enum(INTENTS).nullish(),
      }),
    )
    .nullish(),
})

type Body = z.output<typeof orderBody>

/** What an order is for, without what the position decides. */
export interface AskedTerms {
  readonly type: AskedType
  readonly time: AskedTime
  readonly limit: Price | null
  readonly stop: Price | null
  readonly trail: Trail | null
  readonly isExtended: boolean
}

export interface AskedLeg {
  readonly symbol: string
  readonly side: AskedSide
  readonly intent: AskedIntent | null
  readonly quantity: bigint
}

/** The exits of an order: a limit, and a stop that may have a limit of its own. */
export interface AskedExits {
  readonly target: Price | null
  readonly stop: Price | null
  readonly stopLimit: Price | null
}

interface AskedBase {
  readonly terms: AskedTerms
  readonly clientOrderId: string | null
}

export type AskedOrder =
  | (AskedBase & { readonly kind: 'SIMPLE'; readonly leg: AskedLeg })
  | (AskedBase & { readonly kind: 'BRACKET' | 'OTO' | 'OCO'; readonly leg: AskedLeg; readonly exits: AskedExits })
  | (AskedBase & { readonly kind: 'SEVERAL'; readonly legs: readonly AskedLeg[]; readonly net: Net })

/** The net price of several legs, per share: what is paid, what is received, or any. */
export interface Net {
  readonly type: 'NET_DEBIT' | 'NET_CREDIT' | 'NET_ZERO' | 'MARKET'
  readonly price: Price | null
}

function invalid(message: string): AlpacaRefusal {
  return new AlpacaRefusal('invalid', message)
}

function trailOf(body: Body): Trail | null {
  if (body.type !== 'trailing_stop') {
    if (isGiven(body.trail_price) || isGiven(body.trail_percent))
      throw invalid('trail_price and trail_percent are for orders of the type trailing_stop.')
    return null
  }
  if (isGiven(body.trail_price) === isGiven(body.trail_percent))
    throw invalid('A trailing_stop has either trail_price or trail_percent.')
  const isPercent = isGiven(body.trail_percent)
  return trailField(isPercent ? 'trail_percent' : 'trail_price', body.trail_percent ?? body.trail_price, isPercent)
}

/** Returns a trail of a distance that is given in dollars or in percent. */
export function trailField(name: string, text: GivenAmount, isPercent: boolean): Trail {
  const offset = priceField(name, text)
  if (isPercent && offset >= HUNDRED_PERCENT) throw invalid(`${name} must be below 100.`)
  return { offset, isPercent }
}

/** Returns a price that an order type needs; refuses one that it does not have. */
function priceOfType(name: string, text: GivenAmount, isNeeded: boolean, type: AskedType): Price | null {
  if (isNeeded) return priceField(name, text)
  if (isGiven(text)) throw invalid(`An order of the type ${type} has no ${name}.`)
  return null
}

const HAS_LIMIT: ReadonlySet<AskedType> = new Set(['limit', 'stop_limit'])
const HAS_STOP: ReadonlySet<AskedType> = new Set(['stop', 'stop_limit'])

/** Refuses a time that does not go with the type. */
export function checkTime(type: AskedType, time: AskedTime, isExtended: boolean): void {
  if (time === 'opg')
    throw invalid('This brokerage has no opening auction: time_in_force is day, gtc, cls, ioc or fok.')
  if (isExtended && (type !== 'limit' || (time !== 'day' && time !== 'gtc')))
    throw invalid('extended_hours is for limit orders with the time_in_force day or gtc.')
  if (time === 'cls' && type !== 'market' && type !== 'limit')
    throw invalid('time_in_force cls is for market and limit orders.')
  if (type === 'trailing_stop' && time !== 'day' && time !== 'gtc')
    throw invalid('A trailing_stop has the time_in_force day or gtc.')
}

function termsOf(body: Body): AskedTerms {
  const isExtended = body.extended_hours ?? false
  checkTime(body.type, body.time_in_force, isExtended)
  return {
    type: body.type,
    time: body.time_in_force,
    limit: priceOfType('limit_price', body.limit_price, HAS_LIMIT.has(body.type), body.type),
    stop: priceOfType('stop_price', body.stop_price, HAS_STOP.has(body.type), body.type),
    trail: trailOf(body),
    isExtended,
  }
}

function legOf(body: Body): AskedLeg {
  if (isGiven(body.notional))
    throw new AlpacaRefusal('forbidden', 'This brokerage trades whole shares only: give qty instead of notional.')
  if (!isGiven(body.symbol)) throw invalid('symbol is missing.')
  if (!isGiven(body.side)) throw invalid('side is missing.')
  return {
    symbol: bookSymbol(body.symbol),
    side: body.side,
    intent: body.position_intent ?? null,
    quantity: quantityField('qty', body.qty),
  }
}

function exitsOf(body: Body, orderClass: string): AskedExits {
  const { take_profit: profit, stop_loss: loss } = body
  const target = profit?.limit_price ?? (orderClass === 'oco' ? body.limit_price : null)
  const needsBoth = orderClass !== 'oto'
  if (needsBoth && (!isGiven(target) || !isGiven(loss?.stop_price)))
    throw invalid(`An order of the class ${orderClass} has take_profit.limit_price and stop_loss.stop_price.`)
  if (!needsBoth && isGiven(target) === isGiven(loss?.stop_price))
    throw invalid('An order of the class oto has either take_profit.limit_price or stop_loss.stop_price.')
  return {
    target: isGiven(target) ? priceField('take_profit.limit_price', target) : null,
    stop: isGiven(loss?.stop_price) ? priceField('stop_loss.stop_price', loss.stop_price) : null,
    stopLimit: isGiven(loss?.limit_price) ? priceField('stop_loss.limit_price', loss.limit_price) : null,
  }
}

/** Refuses exits on the wrong side of each other, or of the price at which the position is opened. */
function checkExits({ target, stop }: AskedExits, entry: Price | null, isLong: boolean): void {
  const isAbove = (one: Price, other: Price): boolean => (isLong ? one > other : one < other)
  const words = isLong ? ['above', 'below'] : ['below', 'above']
  if (target !== null && stop !== null && !isAbove(target, stop))
    throw invalid(`take_profit.limit_price must be ${words[0]} stop_loss.stop_price.`)
  if (entry !== null && stop !== null && !isAbove(entry, stop))
    throw invalid(`stop_loss.stop_price must be ${words[1]} the limit_price of the order.`)
  if (entry !== null && target !== null && !isAbove(target, entry))
    throw invalid(`take_profit.limit_price must be ${words[0]} the limit_price of the order.`)
}

function withExits(body: Body, orderClass: 'bracket' | 'oto' | 'oco', clientOrderId: string | null): AskedOrder {
  if (body.type === 'trailing_stop') throw invalid('A trailing_stop is an order of its own: order_class is simple.')
  if (body.time_in_force !== 'day' && body.time_in_force !== 'gtc')
    throw invalid(`An order of the class ${orderClass} has the time_in_force day or gtc.`)
  if (body.extended_hours === true) throw invalid(`An order of the class ${orderClass} has no extended_hours.`)
  const leg = legOf(body)
  const exits = exitsOf(body, orderClass)
  if (orderClass === 'oco') {
    if (body.type !== 'limit') throw invalid('An order of the class oco has the type limit.')
    checkExits(exits, null, leg.side === 'sell')
    const terms = { type: body.type, time: body.time_in_force, limit: exits.target, stop: null, trail: null }
    return { kind: 'OCO', terms: { ...terms, isExtended: false }, leg, exits, clientOrderId }
  }
  const terms = termsOf(body)
  checkExits(exits, terms.limit, leg.side === 'buy')
  return { kind: orderClass === 'bracket' ? 'BRACKET' : 'OTO', terms, leg, exits, clientOrderId }
}

/** A positive limit is paid, a negative one is received. */
export function netOf(type: 'market' | 'limit', text: GivenAmount): Net {
  if (type === 'market') {
    if (isGiven(text)) throw invalid('An order of the type market has no limit_price.')
    return { type: 'MARKET', price: null }
  }
  if (!isGiven(text)) throw invalid('limit_price is missing.')
  if (Number(text) === 0) return { type: 'NET_ZERO', price: null }
  return text.startsWith('-')
    ? { type: 'NET_CREDIT', price: priceField('limit_price', text.slice(1)) }
    : { type: 'NET_DEBIT', price: priceField('limit_price', text) }
}

function severalLegs(body: Body, clientOrderId: string | null): AskedOrder {
  if (body.type !== 'market' && body.type !== 'limit')
    throw invalid('An order of the class mleg has the type market or limit.')
  const given = body.legs ?? []
  if (given.length < 2 || given.length > MAX_LEGS)
    throw invalid(`An order of the class mleg has two to ${MAX_LEGS} legs.`)
  const units = quantityField('qty', body.qty)
  const legs = given.map((leg, n): AskedLeg => {
    const side = leg.side ?? (leg.position_intent?.startsWith('sell') === true ? 'sell' : 'buy')
    if (!isGiven(leg.side) && !isGiven(leg.position_intent)) throw invalid(`legs.${n}.side is missing.`)
    return {
      symbol: bookSymbol(leg.symbol),
      side,
      intent: leg.position_intent ?? null,
      quantity: units * quantityField(`legs.${n}.ratio_qty`, leg.ratio_qty),
    }
  })
  checkTime(body.type, body.time_in_force, body.extended_hours ?? false)
  const terms = { type: body.type, time: body.time_in_force, limit: null, stop: null, trail: null, isExtended: false }
  return { kind: 'SEVERAL', terms, legs, net: netOf(body.type, body.limit_price), clientOrderId }
}

/** Parses a body; throws an AlpacaRefusal that says which field is wrong. */
export function readAlpacaOrder(sent: unknown): AskedOrder {
  const read = orderBody.safeParse(sent)
  if (!read.success) {
    const [issue] = read.error.issues
    throw invalid(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'cannot be read'}.`)
  }
  const body = read.data
  const clientOrderId = body.client_order_id ?? null
  if (clientOrderId === '') throw invalid('client_order_id is empty.')
  const orderClass = body.order_class ?? ''
  if (orderClass === 'mleg') return severalLegs(body, clientOrderId)
  if (orderClass === 'bracket' || orderClass === 'oto' || orderClass === 'oco')
    return withExits(body, orderClass, clientOrderId)
  if (isGiven(body.take_profit?.limit_price) || isGiven(body.stop_loss?.stop_price))
    throw invalid('take_profit and stop_loss need the order_class bracket, oco or oto.')
  return { kind: 'SIMPLE', terms: termsOf(body), leg: legOf(body), clientOrderId }
}
