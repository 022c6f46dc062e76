// What an account has in one instrument, for lines that are moved on its chart: each open order with the order that is
// replaced to change it, or the reason why it stays where it is. Exits that we hold for an entry are among them.
// Source: docs/rules/trading.md, "Trade on the chart".
import type { InstrumentTrading } from '@clubfolio/contract'
import { formatTrail, isStopType } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Selectable } from 'kysely'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { findInstrumentTrading, type TradedOrder } from '../operation/find-instrument-trading.ts'
import { findHeldChildren } from './held-children.ts'
import { draftOfStored, isOnItsWay } from './stored-draft.ts'

type ChartedOrder = InstrumentTrading['orders'][number]
type StoredOrder = Selectable<Tables['broker_order']>
type Wire = Pick<BrokerPort, 'replacesExitsAlone' | 'describeFixed'>

const unconnected: Wire = {
  describeFixed: () => 'This installation is not connected to the brokerage of the account any more.',
}

export async function findChangeableTrading(
  services: Services,
  account: OwnAccount,
  code: string,
): Promise<InstrumentTrading> {
  const trading = await findInstrumentTrading(services.db, account, code)
  if (trading.orders.length === 0) return { ...trading, orders: [] }
  const [tree, held] = await Promise.all([
    treesOf(services.db, account.id, trading.orders),
    heldExitsOf(services.db, account.id, trading.orders),
  ])
  const wire: Wire = services.brokers.find(account.broker) ?? unconnected
  return {
    ...trading,
    orders: [...trading.orders.map((order) => withChange(order, tree, wire)), ...exitsToCome(held, tree, wire)].sort(
      (a, b) => (b.price ?? 0) - (a.price ?? 0),
    ),
  }
}

/** Returns the orders with everything above and below them. */
const treesOf = (db: Db, accountId: string, orders: readonly TradedOrder[]): Promise<StoredOrder[]> =>
  db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('root_id', 'in', (eb) =>
      eb
        .selectFrom('broker_order as own')
        .select('own.root_id')
        .where('own.account_id', '=', accountId)
        .where(
          'own.broker_id',
          'in',
          orders.map(({ orderId }) => orderId),
        ),
    )
    .execute()

async function heldExitsOf(db: Db, accountId: string, orders: readonly TradedOrder[]) {
  const requests = await db
    .selectFrom('order_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'broker_id',
      'in',
      orders.map(({ orderId }) => orderId),
    )
    .execute()
  return findHeldChildren(db, accountId, requests)
}

interface Change {
  readonly change: ChartedOrder['change']
  readonly fixed: string | null
}

function withChange(order: TradedOrder, tree: readonly StoredOrder[], wire: Wire): ChartedOrder {
  const row = tree.find(({ broker_id: id }) => id === order.orderId)
  const entry = row && order.status === 'AWAITING_PARENT_ORDER' ? entryOf(row, tree) : undefined
  const found = row === undefined ? stays(order, ownTerms) : changeOf(order, { row, entry, tree, wire })
  return { ...order, parentOrderId: entry?.broker_id ?? order.parentOrderId, ...found }
}

interface Place {
  readonly row: StoredOrder
  /** The entry that the order waits for. */
  readonly entry: StoredOrder | undefined
  readonly tree: readonly StoredOrder[]
  readonly wire: Wire
}

const ownTerms =
  'Its terms are not among those that can be changed here. Cancel it and place another order, or change it at its ' +
  'brokerage.'

function changeOf(order: TradedOrder, { row, entry, tree, wire }: Place): Change {
  if (isOnItsWay(order.status))
    return stays(order, 'A change or cancellation of it is on its way. Wait for the answer of the brokerage.')
  if (draftOfStored(row, tree) === null) return stays(order, ownTerms)
  if (order.trail !== null)
    return stays(order, `It follows the market by ${formatTrail(order.trail)}. Open it to change the distance.`)
  const isAlone = entry === undefined || wire.replacesExitsAlone === true
  if (isAlone) return movesAs(order.orderId, 'price', fixedAtBroker(row, wire))
  const draft = draftOfStored(entry, tree)
  if (draft?.kind !== 'ENTRY')
    return stays(order, 'It is changed with the entry it waits for, whose terms are not changed here.')
  return movesAs(entry.broker_id, exitField(order, draft.exits.length), fixedAtBroker(entry, wire))
}

/** The target beside a stop has a field of its own; the only exit of an entry is its child, whatever it is. */
const exitField = ({ role }: Pick<TradedOrder, 'role'>, count: number): 'childPrice' | 'targetPrice' =>
  role === 'TARGET' && count === 2 ? 'targetPrice' : 'childPrice'

const stays = ({ orderId }: TradedOrder, fixed: string): Change => ({ change: { orderId, field: null }, fixed })

const movesAs = (orderId: string, field: NonNullable<ChartedOrder['change']['field']>, fixed: string | null): Change =>
  fixed === null ? { change: { orderId, field }, fixed } : { change: { orderId, field: null }, fixed }

const fixedAtBroker = (row: StoredOrder, { describeFixed }: Wire): string | null =>
  describeFixed?.({ filledQuantity: row.filled_quantity }) ?? null

/** Returns the entry of an exit: its parent, or the parent of the pair it belongs to. */
function entryOf(row: StoredOrder, tree: readonly StoredOrder[]): StoredOrder | undefined {
  const parent = tree.find(({ broker_id: id }) => id === row.parent_id)
  return parent?.strategy === 'OCO' ? tree.find(({ broker_id: id }) => id === parent.parent_id) : parent
}

/** The exits that we place once their entry is filled: they are changed with the entry. */
function exitsToCome(
  held: Awaited<ReturnType<typeof findHeldChildren>>,
  tree: readonly StoredOrder[],
  wire: Wire,
): ChartedOrder[] {
  return [...held].flatMap(([entryId, children]) => {
    const entry = tree.find(({ broker_id: id }) => id === entryId)
    if (entry === undefined) return []
    const exits = children.flatMap((child) => (child.orders.length > 0 ? child.orders : [child]))
    return exits.flatMap((exit): ChartedOrder[] => {
      const quantity = new Decimal(exit.quantity ?? 0)
      if (exit.instruction === null || quantity.isZero()) return []
      const price = exit.stopPrice ?? exit.price
      const order: TradedOrder = {
        orderId: exit.orderId,
        parentOrderId: entryId,
        side: exit.instruction,
        orderType: exit.orderType ?? '',
        role: isStopType(exit.orderType) ? 'STOP' : 'TARGET',
        status: exit.status,
        quantity: quantity.toNumber(),
        price: price === null ? null : new Decimal(price).toNumber(),
        trail: exit.trail,
        cancelPrice: null,
      }
      const change =
        order.trail === null
          ? movesAs(entryId, exitField(order, exits.length), fixedAtBroker(entry, wire))
          : stays(
              { ...order, orderId: entryId },
              `It is placed once its entry is filled, and then follows the market by ${formatTrail(order.trail)}.`,
            )
      return [{ ...order, ...change }]
    })
  })
}
