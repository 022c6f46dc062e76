// Operations: the open positions of an account, their value, and whether working stops protect them.
// Source: docs/rules/trading.md, "Operations".
import { z } from 'zod'
import { access } from './access.ts'
import { line } from './field.ts'
import { orderStatus, OrderTrail } from './order-listed.ts'
import { route } from './route.ts'
import { instrumentSymbol } from './stock.ts'
import { dollars, instant, percent } from './wire.ts'

/** Repairs a position's protection: orders to cancel first, then at most one stop to place. */
export const ProtectionRepair = z
  .object({
    cancelOrderIds: z.array(z.string()),
    place: z
      .object({
        directionality: z.enum(['SELL', 'BUY']),
        quantity: z.number(),
        stopPrice: z.number(),
        /** Where the price is from. */
        priceBasis: z.enum(['WORKING_STOP', 'CANCELLED_STOP', 'LAST_PRICE']),
      })
      .nullable(),
  })
  .meta({ id: 'ProtectionRepair' })
export type ProtectionRepair = z.output<typeof ProtectionRepair>

export const Operation = z
  .object({
    code: z.string(),
    /** One of the two quantities is zero. */
    shortQuantity: z.number(),
    longQuantity: z.number(),
    averagePrice: z.number(),
    /** averagePrice x quantity x multiplier. */
    investment: dollars,
    lastPrice: z.number(),
    /** investment + plOpen. */
    floatCap: dollars,
    /** investment + realised profit of the position. */
    realCap: dollars,
    plOpen: dollars,
    /**
     * What the shares held now gained since the prior close, those opened today since their own price; null if unknown.
     */
    plDay: dollars.nullable(),
    plPercent: percent,
    /** Average of the working stops, weighted by quantity; null without one. */
    stopLossPrice: z.number().nullable(),
    /** Trail of a trailing stop among them. */
    stopTrail: OrderTrail.nullable(),
    /** Total of all working stops, including any excess over the position. */
    stopLossQty: z.number(),
    /** Percent of the account's real value; null without a stop, never zero then. */
    riskPercent: percent.nullable(),
    /** Dollars that the covered shares lose at their stops. */
    riskQty: dollars.nullable(),
    name: z.string(),
    assetType: z.string(),
    multiplier: z.number(),
    /** Whether live prices of this code are prices of the account's market. */
    isLive: z.boolean(),
    protection: z.enum(['FULL', 'PARTLY', 'NONE', 'TOO_LARGE']),
    /**
     * A part of it has neither a stop nor another limit to its loss; never true for a bought option or a covered
     * written one.
     */
    lacksStop: z.boolean(),
    coveredQty: z.number(),
    /** Market value of the shares that no stop covers. */
    uncoveredValue: dollars,
    /** Null while the stops match, and for a position that is part of a spread. */
    repair: ProtectionRepair.nullable(),
  })
  .meta({ id: 'Operation' })
export type Operation = z.output<typeof Operation>

/** A working stop that closes nothing: its position is gone, or is on the other side. */
export const OrphanedStop = z
  .object({
    orderId: z.string(),
    code: z.string(),
    instruction: z.string(),
    quantity: z.number(),
    stopPrice: z.number().nullable(),
  })
  .meta({ id: 'OrphanedStop' })
export type OrphanedStop = z.output<typeof OrphanedStop>

/**
 * A stop that the brokerage rejected after its entry was filled, while the position it was to protect still lacks one.
 */
export const RejectedStop = z
  .object({
    orderId: z.string(),
    code: z.string(),
    /** In the broker's words. */
    reason: z.string().nullable(),
    isShort: z.boolean(),
    /** The quantity that no stop covers, and all of the position. */
    quantity: z.number(),
    held: z.number(),
    /** The rejected stop's price. */
    stopPrice: z.number().nullable(),
  })
  .meta({ id: 'RejectedStop' })
export type RejectedStop = z.output<typeof RejectedStop>

/** A part of an entry that is filled, while the rest of it waits. */
export const FilledPart = z
  .object({
    orderId: z.string(),
    code: z.string(),
    /** What is filled, and what waits. */
    filled: z.number(),
    left: z.number(),
    /** When the order is divided; null while that is under way. */
    dividesAt: instant.nullable(),
    /** The part has its stop by now. */
    hasStop: z.boolean(),
  })
  .meta({ id: 'FilledPart' })
export type FilledPart = z.output<typeof FilledPart>

/** An account's trading in one instrument, in the prices of the chart: everything split-adjusted. */
export const InstrumentTrading = z
  .object({
    code: z.string(),
    /** False while the chart shows a different market from the account's; then everything else is empty. */
    isSameMarket: z.boolean(),
    /** Short positions have a negative quantity. */
    position: z.object({ quantity: z.number(), averagePrice: z.number() }).nullable(),
    fills: z.array(
      z.object({
        id: z.string(),
        time: instant,
        /** Its trade date. */
        day: z.string(),
        side: z.enum(['BUY', 'SELL']),
        quantity: z.number(),
        price: z.number(),
      }),
    ),
    /** Every order that may still be filled, including a child that waits for its parent. */
    orders: z.array(
      z.object({
        orderId: z.string(),
        /** The entry that this one waits for, or the pair it belongs to; null for an order on its own. */
        parentOrderId: z.string().nullable(),
        side: z.enum(['BUY', 'SELL']),
        orderType: z.string(),
        /** ENTRY opens or adds; STOP and TARGET close at a loss limit or a target price. */
        role: z.enum(['ENTRY', 'STOP', 'TARGET']),
        status: orderStatus,
        /** Remaining quantity. */
        quantity: z.number(),
        /**
         * The stop if there is one, otherwise the limit; null for market orders, and while the brokerage does not
         * report the price of a trailing stop.
         */
        price: z.number().nullable(),
        trail: OrderTrail.nullable(),
        /** The price at which a waiting entry is cancelled. */
        cancelPrice: z.number().nullable(),
        /** The order that is replaced to change it, and which of that order's prices this is; null for a fixed one. */
        change: z.object({
          orderId: z.string(),
          field: z.enum(['price', 'childPrice', 'targetPrice']).nullable(),
        }),
        /** Why the price cannot be moved; null where it can. */
        fixed: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'InstrumentTrading' })
export type InstrumentTrading = z.output<typeof InstrumentTrading>

const accountNumber = line(40, 'Account number')
const ownAccount = [{ object: 'account', at: 'params.accountNumber' }] as const

export const operationRoutes = {
  findOpenOperationByAccount: route({
    method: 'GET',
    path: '/v1/api/operation/find-open-operation-by-account/{accountNumber}',
    summary: 'The open positions of an own account with their profit, their working stops and what they lose at them.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountNumber }),
    reply: z.array(Operation),
    refusals: ['notFound'],
  }),
  findProtectionByAccount: route({
    method: 'GET',
    path: '/v1/api/operation/find-protection-by-account/{accountNumber}',
    summary:
      'What concerns the positions of an own account together: its real value, when it was read, stops without a ' +
      'position, rejected stops whose position has none, and parts of entries that go on filling.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountNumber }),
    reply: z.object({
      realValue: dollars,
      readAt: instant.nullable(),
      orphanedStops: z.array(OrphanedStop),
      rejectedStops: z.array(RejectedStop),
      filledParts: z.array(FilledPart),
    }),
    refusals: ['notFound'],
  }),
  findTradingByInstrument: route({
    method: 'GET',
    path: '/v1/api/operation/find-trading-by-instrument/{accountNumber}/{code}',
    summary:
      'What an own account did and has in one instrument: fills, open orders and the position, in the ' +
      'split-adjusted dollars of its chart.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountNumber, code: instrumentSymbol }),
    reply: InstrumentTrading,
    refusals: ['notFound'],
  }),
} as const
