// Maps the small brokerage's answers to the port's terms.
import { type OrderStatus, toCents, toEpochMs } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerWord, OrderInstruction, ReportedOrderType, TransactionKind } from '../broker-words.ts'
import type { BrokerAccount, BrokerOrder, BrokerTransaction } from '../port.ts'

const whole = z.number().int().safe()
const centsOf = (wire: number) => toCents(BigInt(wire))

export const AccountAnswer = z
  .looseObject({
    no: z.string(),
    cents: whole,
    held: z.array(z.looseObject({ code: z.string(), count: whole, cost: whole, worth: whole })),
  })
  .transform(({ no, cents, held }): BrokerAccount => {
    const sum = (figure: (one: (typeof held)[number]) => number) =>
      centsOf(held.reduce((total, one) => total + figure(one), 0))
    return {
      number: no,
      type: 'MARGIN',
      valueCents: toCents(BigInt(cents) + sum(({ worth }) => worth)),
      buyingPowerCents: toCents(BigInt(cents) * 2n),
      cashCents: centsOf(cents),
      reportedCashCents: centsOf(cents),
      openProfitCents: sum(({ worth, cost }) => worth - cost),
      positions: held.map(({ code, count, cost, worth }) => ({
        symbol: code,
        assetType: 'EQUITY',
        description: null,
        multiplier: 1,
        quantity: String(count),
        averagePrice: new Decimal(cost).div(count).div(100).toFixed(),
        marketValueCents: centsOf(worth),
        openProfitCents: centsOf(worth - cost),
      })),
    }
  })

const kinds = new Map<string, TransactionKind>([
  ['deal', 'TRADE'],
  ['move', 'CASH_RECEIPT'],
])

const WireBooking = z.looseObject({
  ref: z.string(),
  at: z.number(),
  what: z.string(),
  order: z.string().nullable(),
  code: z.string().nullable(),
  count: whole,
  price: z.string().nullable(),
  cents: whole,
})

export const BookingsAnswer = z
  .looseObject({ bookings: z.array(WireBooking) })
  .transform(({ bookings }): BrokerTransaction[] =>
    bookings.map(({ ref, at, what, order, code, count, price, cents }) => {
      const about = code === null ? null : { symbol: code, assetType: 'EQUITY' }
      return {
        brokerId: ref,
        occurredMs: toEpochMs(at * 1000),
        tradeDate: null,
        kind: kinds.get(what) ?? { other: what },
        description: `${what} ${ref}`,
        netAmountCents: centsOf(cents),
        feeCents: toCents(0n),
        orderId: order,
        about,
        security: about === null ? null : { ...about, multiplier: 1, quantity: String(count), price },
      }
    }),
  )

const instructions = new Map<string, OrderInstruction>([
  ['b', 'BUY'],
  ['s', 'SELL'],
  ['ss', 'SELL_SHORT'],
  ['bc', 'BUY_TO_COVER'],
])
const types = new Map<string, ReportedOrderType>([
  ['mkt', 'MARKET'],
  ['lim', 'LIMIT'],
  ['stp', 'STOP'],
  ['sl', 'STOP_LIMIT'],
  ['tr', 'TRAILING_STOP'],
])
export const ledgerStates: ReadonlyMap<string, OrderStatus> = new Map([
  ['live', 'WORKING'],
  ['held', 'AWAITING_PARENT_ORDER'],
  ['done', 'FILLED'],
  ['dropped', 'CANCELED'],
  ['swapped', 'REPLACED'],
  ['lapsed', 'EXPIRED'],
  ['denied', 'REJECTED'],
])

const WireOrder = z.looseObject({
  ref: z.string(),
  parent: z.string().nullable(),
  code: z.string(),
  side: z.string(),
  count: whole,
  got: z.number(),
  how: z.string(),
  limit: z.string().nullable(),
  trigger: z.string().nullable(),
  behind: z.looseObject({ by: z.string(), in: z.string() }).nullable(),
  until: z.string(),
  at: z.number(),
  state: z.string(),
  reason: z.string().nullable(),
  paid: z.number().nullable(),
  ended: z.number().nullable(),
})
type WireOrder = z.output<typeof WireOrder>
export const OrdersAnswer = z.looseObject({ orders: z.array(WireOrder) })

const wordOf = <Known extends string>(words: ReadonlyMap<string, Known>, wire: string): BrokerWord<Known> =>
  words.get(wire) ?? { other: wire }

/** The wire has a flat list; the port has trees. */
export function treesOf(orders: readonly WireOrder[]): BrokerOrder[] {
  const known = new Set(orders.map(({ ref }) => ref))
  return orders
    .filter(({ parent }) => parent === null || !known.has(parent))
    .map((root) =>
      toOrder(
        root,
        orders.filter(({ parent }) => parent === root.ref).map((one) => toOrder(one, [])),
      ),
    )
}

function toOrder(wire: WireOrder, children: readonly BrokerOrder[]): BrokerOrder {
  const status = ledgerStates.get(wire.state)
  const isOpen = status === 'WORKING' || status === 'AWAITING_PARENT_ORDER'
  return {
    brokerId: wire.ref,
    strategy: children.length > 0 ? 'TRIGGER' : 'SINGLE',
    symbol: wire.code,
    assetType: 'EQUITY',
    multiplier: 1,
    legCount: 1,
    legs: [],
    shape: null,
    instruction: wordOf(instructions, wire.side),
    orderType: wordOf(types, wire.how),
    session: 'NORMAL',
    duration: wire.until === 'day' ? 'DAY' : 'GOOD_TILL_CANCEL',
    goodTill: null,
    quantity: String(wire.count),
    filledQuantity: String(wire.got),
    remainingQuantity: isOpen ? String(wire.count - wire.got) : '0',
    price: wire.limit,
    stopPrice: wire.trigger,
    averageFillPrice: wire.paid === null ? null : String(wire.paid),
    lastFillMs: status === 'FILLED' && wire.ended !== null ? toEpochMs(wire.ended * 1000) : null,
    trail: wire.behind && { offset: wire.behind.by, unit: wire.behind.in === 'money' ? 'DOLLARS' : 'PERCENT' },
    status: status ?? 'UNKNOWN',
    description: status === undefined ? wire.state : wire.reason,
    isCancelable: isOpen,
    enteredMs: toEpochMs(wire.at * 1000),
    closedMs: wire.ended === null ? null : toEpochMs(wire.ended * 1000),
    children,
  }
}
