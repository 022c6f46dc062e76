// Reads everything an action on a position is planned by, from the brokerage as it is now: what is held, the working
// orders that close it, the market, and what the brokerage's wire can do.
import { Refusal } from '@clubfolio/contract'
import { type ActedPosition, type ActionMarket, type ActionWire, isSameCode } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerAccount } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { readAccountShared } from '../account/shared-broker-reads.ts'
import { type AccountLook, lookAtAccount } from '../order/look-at-account.ts'
import { refreshOrders } from '../order/refresh-orders.ts'
import { accessOf, type TradedAccount } from '../order/traded-account.ts'
import { findExits, findFillingEntries, findOpenOrders, type OpenOrder } from './find-exits.ts'

export interface PositionLook {
  readonly position: ActedPosition
  readonly averagePrice: Decimal
  readonly multiplier: number
  readonly orders: readonly OpenOrder[]
  readonly account: AccountLook
  readonly market: ActionMarket
  readonly wire: ActionWire
}

/** Where a brokerage does not say what its wire replaces, an order is cancelled before another one is sent. */
const cancelsFirst: ActionWire = { replacesType: false, replacesByPair: false }

/** Returns what an order of the account's brokerage can be replaced by. */
export const wireOf = ({ brokers }: Services, account: TradedAccount): ActionWire =>
  brokers.brokerOf(account).replaces ?? cancelsFirst

interface OrdersAndValues {
  readonly orders: readonly OpenOrder[]
  readonly values: BrokerAccount
}

/**
 * Returns the open orders of an account, and the account as it is no earlier than they are. Read side by side, the
 * orders could be the newer ones: the stop of an entry that was filled in between would be an order without a position,
 * and would be released. What the account has and the orders do not know yet releases nothing. Throws BrokerFailure.
 */
export async function readOrdersFirst(services: Services, account: TradedAccount): Promise<OrdersAndValues> {
  await refreshOrders(services, account)
  const orders = await findOpenOrders(services.db, account.id)
  const broker = services.brokers.brokerOf(account)
  return { orders, values: await readAccountShared(broker, accessOf(services, account), account.hash_value) }
}

/** Throws BrokerFailure, and `notFound` for a code of which nothing is held. */
export async function lookAtPosition(services: Services, account: TradedAccount, code: string): Promise<PositionLook> {
  const look = await lookForPosition(services, account, code)
  if (look.position.held.isZero()) throw new Refusal('notFound')
  return look
}

/** Does the same for a code of which nothing may be held any more. */
export async function lookForPosition(services: Services, account: TradedAccount, code: string): Promise<PositionLook> {
  const { orders, values } = await readOrdersFirst(services, account)
  const found = values.positions.find(({ symbol }) => isSameCode(symbol, code))
  const symbol = found?.symbol ?? code
  const look = await lookAtAccount(services, account, [symbol], values)
  const held = new Decimal(found?.quantity ?? 0)
  return {
    position: {
      symbol,
      held,
      exits: findExits(orders, { symbol, held }),
      entries: findFillingEntries(orders, { symbol, held }),
    },
    averagePrice: new Decimal(found?.averagePrice ?? 0),
    multiplier: found?.multiplier ?? 1,
    orders,
    account: look,
    market: { last: look.last, bid: look.bid, ask: look.ask, isOpen: look.isMarketOpen },
    wire: wireOf(services, account),
  }
}
