// The Orders table: our copy of the brokerage's orders, filtered as on the screen, newest first, together with requests
// whose fate is still unknown. Source: docs/rules/trading.md, "Orders".
import { type BodyOf, type Order, writePrice } from '@clubfolio/contract'
import {
  addCalendarDays,
  codeOfDraft,
  describeContract,
  marketDay,
  netOf,
  newYorkInstant,
  type OrderDraft,
  type OrderStatus,
  quantityOfDraft,
  shapeOfLegs,
  sideOf,
  underlyingOf,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { trailOf } from '../broker-order/stored-trail.ts'
import { shownStatus } from '../broker-order/shown-status.ts'
import { describeDivisions } from './entry-division.ts'
import { findHeldChildren } from './held-children.ts'
import type { OrderRequest } from './order-request.ts'
import { draftOfStored } from './stored-draft.ts'
import type { OwnAccount } from '../account/own-account.ts'

type OrderFilter = Omit<BodyOf<'order', 'findOrders'>, 'accountNumber'>

const mostOrders = 5_000
const cancellable: ReadonlySet<OrderStatus> = new Set(['QUEUED', 'WORKING'])

type StoredOrder = Selectable<Tables['broker_order']>

export async function findOrders(db: Db, account: OwnAccount, filter: OrderFilter): Promise<Order[]> {
  const statuses = filter.orderType ?? []
  const shown = db
    .selectFrom('broker_order as o')
    .selectAll('o')
    .select(shownStatus('o').as('status'))
    .where('account_id', '=', account.id)
  let asked = shown
  if (statuses.length > 0) asked = asked.where(shownStatus('o'), 'in', statuses)
  const bounds = {
    enteredFrom: fromOf(filter.enteredFrom),
    enteredUntil: untilOf(filter.enteredTo),
    closedFrom: fromOf(filter.closedFrom),
    closedUntil: untilOf(filter.closedTo),
  }
  if (bounds.enteredFrom) asked = asked.where('entered_at', '>=', bounds.enteredFrom)
  if (bounds.enteredUntil) asked = asked.where('entered_at', '<', bounds.enteredUntil)
  if (bounds.closedFrom) asked = asked.where('closed_at', '>=', bounds.closedFrom)
  if (bounds.closedUntil) asked = asked.where('closed_at', '<', bounds.closedUntil)
  const rows = await asked
    .orderBy('entered_at', 'desc')
    .orderBy('root_id', 'desc')
    .orderBy('parent_id', (order) => order.asc().nullsFirst())
    .orderBy('position')
    .limit(mostOrders)
    .execute()
  const ids = rows.map((row) => row.broker_id)
  const [children, requests] = await Promise.all([
    ids.length === 0
      ? []
      : shown
          .where((eb) =>
            eb.or([
              eb('o.parent_id', 'in', ids),
              // The exits of an entry are in a wrapper that is its child.
              eb(
                'o.parent_id',
                'in',
                eb
                  .selectFrom('broker_order as wrapper')
                  .select('wrapper.broker_id')
                  .where('wrapper.account_id', '=', account.id)
                  .where('wrapper.strategy', '=', 'OCO')
                  .where('wrapper.parent_id', 'in', ids),
              ),
            ]),
          )
          .orderBy('position')
          .execute(),
    db
      .selectFrom('order_request')
      .selectAll()
      .where('account_id', '=', account.id)
      .where((eb) => eb.or([eb('state', '=', 'UNKNOWN'), ...(ids.length === 0 ? [] : [eb('broker_id', 'in', ids)])]))
      .execute(),
  ])
  const [held, divided] = await Promise.all([
    findHeldChildren(db, account.id, requests),
    describeDivisions(db, account.id, ids),
  ])
  const cancelPrices = new Map(requests.map((request) => [request.broker_id, request.plan.cancelPrice]))
  const hasUnknown =
    (statuses.length === 0 || statuses.includes('UNKNOWN')) && bounds.closedFrom === null && bounds.closedUntil === null
  const unknown = hasUnknown
    ? requests.filter((request) => request.state === 'UNKNOWN').map((request) => unknownOrder(account.number, request))
    : []
  return [
    ...unknown,
    ...rows.map((row) => {
      const order = toOrder(account.number, row, children, cancelPrices.get(row.broker_id) ?? null)
      const description = order.description ?? divided.get(row.broker_id) ?? null
      return { ...order, description, children: [...order.children, ...(held.get(row.broker_id) ?? [])] }
    }),
  ]
}

function toOrder(
  accountNumber: string,
  row: StoredOrder,
  all: readonly StoredOrder[],
  cancelPrice: string | null,
): Order {
  return {
    orderId: row.broker_id,
    code: row.symbol === null || row.leg_count < 2 ? row.symbol : underlyingOf(row.symbol),
    legs: legsOf(row),
    shape: row.shape,
    duration: row.duration,
    goodTill: row.good_till,
    session: row.session,
    orderType: row.order_type,
    status: row.status,
    price: priceOf(row),
    stopPrice: row.stop_price,
    quantity: row.quantity,
    ...sideOfRow(row),
    enteredTime: row.entered_at.getTime(),
    closeTime: row.closed_at?.getTime() ?? null,
    accountNumber,
    filledQuantity: row.filled_quantity,
    averageFillPrice: row.average_fill_price,
    filledTime: row.last_fill_at?.getTime() ?? null,
    trail: trailOf(row),
    description: row.description,
    strategy: row.strategy,
    parentOrderId: row.parent_id,
    children: all
      .filter((child) => child.parent_id === row.broker_id)
      .map((child) => ({
        ...childOf(child),
        orders: child.strategy === 'OCO' ? all.filter((one) => one.parent_id === child.broker_id).map(childOf) : [],
      })),
    isCancellable: cancellable.has(row.status),
    isEditable: draftOfStored(row, all) !== null,
    cancelPrice,
    candidates: [],
  }
}

const childOf = (child: StoredOrder) => ({
  orderId: child.broker_id,
  instruction: sideOfRow(child).instruction,
  legs: legsOf(child),
  shape: child.shape,
  orderType: child.order_type,
  price: priceOf(child),
  stopPrice: child.stop_price,
  trail: trailOf(child),
  quantity: child.quantity,
  status: child.status,
  description: child.description,
})

/** An order with several legs buys and sells together, so it has no side. */
const sideOfRow = ({ instruction, leg_count: legs }: StoredOrder): Pick<Order, 'instruction' | 'brokerInstruction'> =>
  instruction === null || legs > 1
    ? { instruction: null, brokerInstruction: null }
    : { instruction: sideOf(instruction), brokerInstruction: instruction }

const legsOf = ({ legs }: StoredOrder): Order['legs'] =>
  legs.map(({ symbol, instruction, quantity }) => ({
    code: symbol,
    name: describeContract(symbol),
    instruction: sideOf(instruction),
    brokerInstruction: instruction,
    quantity,
  }))

const priceOf = (row: StoredOrder): string | null => row.price ?? row.stop_price ?? row.average_fill_price

function unknownOrder(accountNumber: string, request: OrderRequest): Order {
  const { draft } = request.plan
  return {
    orderId: request.id,
    code: codeOfDraft(draft),
    status: 'UNKNOWN',
    ...termsOf(draft),
    stopPrice: null,
    quantity: quantityOfDraft(draft),
    enteredTime: (request.sent_at ?? request.created_at).getTime(),
    closeTime: null,
    accountNumber,
    filledQuantity: '0',
    averageFillPrice: null,
    filledTime: null,
    description: request.reason,
    parentOrderId: null,
    children: [],
    isCancellable: false,
    isEditable: false,
    cancelPrice: request.plan.cancelPrice,
    candidates: request.candidate_ids ?? [],
  }
}

type UnknownTerms = Pick<
  Order,
  | 'duration'
  | 'goodTill'
  | 'session'
  | 'orderType'
  | 'price'
  | 'instruction'
  | 'brokerInstruction'
  | 'trail'
  | 'strategy'
  | 'legs'
  | 'shape'
>

/** The terms of a request whose order is not known yet, as those of an order. */
function termsOf(draft: OrderDraft): UnknownTerms {
  const alone: Pick<UnknownTerms, 'legs' | 'shape' | 'instruction' | 'brokerInstruction' | 'trail'> = {
    legs: [],
    shape: null,
    instruction: null,
    brokerInstruction: null,
    trail: null,
  }
  switch (draft.kind) {
    case 'ENTRY': {
      const { terms, exits } = draft
      const { duration, goodTill, session, instruction } = terms
      return {
        ...alone,
        duration,
        goodTill,
        session,
        orderType: terms.price.type,
        price: writePrice(terms.price).price,
        trail: writePrice(terms.price).trail,
        instruction: sideOf(instruction),
        brokerInstruction: instruction,
        strategy: exits.length === 0 ? 'SINGLE' : 'TRIGGER',
      }
    }
    case 'PAIR': {
      const [{ duration, goodTill, session, instruction }] = draft.orders
      return {
        ...alone,
        duration,
        goodTill,
        session,
        orderType: null,
        price: null,
        instruction: sideOf(instruction),
        brokerInstruction: instruction,
        strategy: 'OCO',
      }
    }
    case 'LEGS': {
      const { duration, goodTill, session, quantity } = draft
      return {
        ...alone,
        duration,
        goodTill,
        session,
        orderType: draft.price.type,
        price: netOf(draft.price),
        legs: draft.legs.map(({ symbol, instruction, ratio }) => ({
          code: symbol,
          name: describeContract(symbol),
          instruction: sideOf(instruction),
          brokerInstruction: instruction,
          quantity: new Decimal(ratio).times(quantity).toFixed(),
        })),
        shape: shapeOfLegs(draft.legs),
        strategy: 'SINGLE',
      }
    }
  }
}

/** Returns the lower bound: a market day starts at midnight in New York; an instant is used as is. */
function fromOf(bound: string | null | undefined): Date | null {
  if (!bound) return null
  return isDay(bound) ? new Date(newYorkInstant(marketDay(bound), 0)) : new Date(bound)
}

/** Returns the exclusive upper bound: the day after the last one, or the millisecond after an instant. */
function untilOf(bound: string | null | undefined): Date | null {
  if (!bound) return null
  return isDay(bound)
    ? new Date(newYorkInstant(addCalendarDays(marketDay(bound), 1), 0))
    : new Date(Date.parse(bound) + 1)
}

const isDay = (bound: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(bound)
