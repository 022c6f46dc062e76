// Maps activities of an account to transactions: fills, and everything else that moved money or securities.
import {
  contractShares,
  type EpochMs,
  formatOrderPrice,
  formatQuantity,
  newYorkInstant,
  parseMarketDay,
  toCents,
  toEpochMs,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerTransaction } from '../port.ts'
import { centsOf, decimalText, wireNumber } from '../wire-amount.ts'
import { parseWireDay, parseWireTime } from '../wire-time.ts'
import { alpacaAssetType } from './read-account.ts'
import { readSymbol } from './wire-symbol.ts'
import { bookingNames, alpacaTransactionKind } from './wire-words.ts'

const maybe = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null)

const WireActivity = z.looseObject({
  id: z.string().min(1).max(160),
  activity_type: z.string().min(1).max(64),
  activity_sub_type: z.string().max(64).nullish(),
  transaction_time: z.string().nullish(),
  created_at: z.string().nullish(),
  date: z.string().nullish(),
  symbol: z.string().max(64).nullish(),
  side: z.string().max(64).nullish(),
  qty: maybe(wireNumber),
  price: maybe(wireNumber),
  net_amount: maybe(wireNumber),
  order_id: z.string().max(64).nullish(),
  description: z.string().nullish(),
  status: z.string().nullish(),
})
type WireActivity = z.output<typeof WireActivity>

export interface ActivityPage {
  /** Number on the wire: a full page may have a next one. */
  readonly count: number
  /** The id after which the next page begins. */
  readonly lastId: string | null
  readonly transactions: readonly BrokerTransaction[]
}

/** Activities that were taken back are left out: they have moved nothing. */
export const ActivitiesAnswer = z.array(z.unknown()).transform((list, context): ActivityPage => {
  const transactions: BrokerTransaction[] = []
  let lastId: string | null = null
  for (const [index, one] of list.entries()) {
    const read = WireActivity.safeParse(one)
    const occurredMs = read.success ? instantOf(read.data) : undefined
    if (!read.success || occurredMs === undefined) {
      const path = read.success ? ['date'] : (read.error.issues[0]?.path ?? [])
      context.issues.push({ code: 'custom', input: undefined, message: 'no activity', path: [index, ...path] })
      return z.NEVER
    }
    lastId = read.data.id
    if (read.data.status !== 'canceled') transactions.push(toTransaction(read.data, occurredMs))
  }
  return { count: list.length, lastId, transactions }
})

/**
 * Returns when it happened. Bookings often have a day only; then their id begins with the instant in New York,
 * `20190801011955195::...`, and failing that it is noon of the day.
 */
function instantOf({ transaction_time: at, created_at: created, date, id }: WireActivity): EpochMs | undefined {
  const exact = parseWireTime(at ?? '') ?? parseWireTime(created ?? '')
  if (exact !== undefined) return exact
  const stamped = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{3})::/.exec(id)
  const day = stamped === null ? null : parseMarketDay(`${stamped[1]}-${stamped[2]}-${stamped[3]}`)
  if (stamped !== null && day !== null) {
    const minute = Number(stamped[4]) * 60 + Number(stamped[5])
    return toEpochMs(newYorkInstant(day, minute) + Number(stamped[6]) * 1000 + Number(stamped[7]))
  }
  const booked = parseWireDay(date ?? '')
  return booked === undefined ? undefined : newYorkInstant(booked, 12 * 60)
}

const zero = new Decimal(0)

function toTransaction(wire: WireActivity, occurredMs: EpochMs): BrokerTransaction {
  const { activity_type: type, qty: quantity, price } = wire
  return type === 'FILL' && quantity !== null && price !== null
    ? toFill(wire, { occurredMs, quantity, price })
    : toBooking(wire, occurredMs)
}

interface Fill {
  readonly occurredMs: EpochMs
  readonly quantity: Decimal
  readonly price: Decimal
}

function toFill(wire: WireActivity, { occurredMs, quantity, price }: Fill): BrokerTransaction {
  const symbol = readSymbol(wire.symbol ?? '')
  const assetType = alpacaAssetType(undefined, symbol)
  const multiplier = assetType === 'OPTION' ? contractShares : 1
  const isBuy = wire.side?.startsWith('buy') ?? false
  const signed = isBuy ? quantity : quantity.negated()
  const security = { symbol, assetType, multiplier, quantity: decimalText(signed), price: decimalText(price) }
  return {
    brokerId: wire.id,
    occurredMs,
    tradeDate: null,
    kind: 'TRADE',
    description:
      `${isBuy ? 'Bought' : 'Sold'} ${formatQuantity(decimalText(quantity))} ${symbol} ` +
      `at ${formatOrderPrice(price)}`,
    netAmountCents: centsOf(signed.times(price).times(multiplier).negated()),
    // Fees are booked as activities of their own.
    feeCents: toCents(0n),
    orderId: wire.order_id ?? null,
    about: { symbol, assetType },
    security,
  }
}

/**
 * Kinds of bookings whose quantity is a change of the position; a dividend's is the number of shares that earned it.
 */
const moves: ReadonlySet<string> = new Set(['RECEIVE_AND_DELIVER', 'TRADE'])

function toBooking(wire: WireActivity, occurredMs: EpochMs): BrokerTransaction {
  const net = wire.net_amount ?? zero
  const kind = alpacaTransactionKind(wire.activity_type, net.isNegative())
  const symbol = wire.symbol ? readSymbol(wire.symbol) : null
  const about = symbol === null ? null : { symbol, assetType: alpacaAssetType(undefined, symbol) }
  const movesIt = typeof kind === 'string' && moves.has(kind) && wire.qty !== null && !wire.qty.isZero()
  const netAmountCents = centsOf(net)
  return {
    brokerId: wire.id,
    occurredMs,
    tradeDate: parseWireDay(wire.date ?? '') ?? null,
    kind,
    description: describe(wire, symbol),
    netAmountCents,
    feeCents: kind === 'FEE' && netAmountCents < 0n ? toCents(-netAmountCents) : toCents(0n),
    orderId: wire.order_id ?? null,
    about,
    security:
      about === null || !movesIt
        ? null
        : {
            ...about,
            multiplier: about.assetType === 'OPTION' ? contractShares : 1,
            quantity: decimalText(wire.qty ?? zero),
            price: wire.price === null ? null : decimalText(wire.price),
          },
  }
}

/** Returns our name of the booking with its security, and Alpaca's own words after it. */
function describe({ activity_type: type, description }: WireActivity, symbol: string | null): string {
  const name = bookingNames[type] ?? type
  const words = (description ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
  return [name, ...(symbol === null ? [] : [symbol]), ...(words === '' ? [] : [`(${words})`])].join(' ')
}
