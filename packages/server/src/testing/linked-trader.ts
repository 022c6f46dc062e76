// A manager with a linked account at the test brokerage, what the brokerage holds for it, and the orders that tests
// place.
import type { OrderEntry, OrderEntryWithTrigger } from '@clubfolio/contract'
import type { BrokerOrder } from '../adapters/broker/port.ts'
import { loginAccess } from '../features/account/broker-access.ts'
import type { TestBrokerage } from './paper-brokerage.ts'
import type { TestUser } from './test-app.ts'

const dayMs = 86_400_000

/** Columns of the account that tests use. */
export interface LinkedAccount {
  readonly id: string
  readonly number: string
  readonly hash_value: string
  readonly broker_login_id: string | null
}

/** Signs up a manager and links the account of a new login at the brokerage, named `login`. */
export async function linkTrader(
  app: TestBrokerage,
  login: string,
): Promise<{ readonly owner: TestUser; readonly account: LinkedAccount }> {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, login)
  return { owner, account: await findLinkedAccount(app, owner) }
}

/**
 * Disables every other account, so that a turn of a job works on this one alone: with each account that earlier tests
 * left behind, every turn would take longer.
 */
export async function restOthers(app: TestBrokerage, { id }: LinkedAccount): Promise<void> {
  await app.services.db.updateTable('account').set({ is_active: false }).where('id', '!=', id).execute()
}

/** Returns the account that a user has linked. */
export function findLinkedAccount(app: TestBrokerage, { user }: TestUser): Promise<LinkedAccount> {
  return app.services.db
    .selectFrom('account')
    .select(['id', 'number', 'hash_value', 'broker_login_id'])
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow()
}

/** Returns the orders that the brokerage has of an account, from a day before now to a day after. */
export function listAtBroker(
  app: TestBrokerage,
  account: LinkedAccount,
  access = loginAccess(app.services, account.broker_login_id),
): Promise<BrokerOrder[]> {
  const nowMs = app.clock.nowMs()
  return app.broker.listOrders(access, account.hash_value, (nowMs - dayMs) as never, (nowMs + dayMs) as never)
}

/** A buy of 100 ACME by a stop above its price of 50. */
export const stopEntry = ({ number }: LinkedAccount, more: Partial<OrderEntry> = {}): OrderEntry => ({
  ticket: 'ACME',
  quantity: '100',
  directionality: 'BUY',
  accountNumber: number,
  price: '50.5',
  orderType: 'STOP',
  ...more,
})

/** The same with a protecting stop at 48.50, and no cancel price. */
export const protectedEntry = (
  account: LinkedAccount,
  more: Partial<OrderEntryWithTrigger> = {},
): OrderEntryWithTrigger => ({
  ...stopEntry(account),
  childQuantity: '100',
  childDirectionality: 'SELL',
  childPrice: '48.5',
  childOrderType: 'STOP',
  cancelPrice: null,
  ...more,
})
