// The account that an order call names by its number: the owner's own, and enabled. Whether its access lasts is checked
// with each token (`loginAccess`), and for orders whether it is enabled when they are planned, so that a request
// repeated after its end still gets the answer of an order that was placed before.
import { Refusal } from '@clubfolio/contract'
import type { BrokerAccess } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { findOwnAccount } from '../account/own-account.ts'

export interface TradedAccount {
  readonly id: string
  readonly owner_id: string
  readonly number: string
  readonly broker: string
  readonly type: 'MARGIN' | 'CASH'
  readonly hash_value: string
  readonly broker_login_id: string | null
  readonly market_source: string
  readonly is_active: boolean
  readonly is_read_only: boolean
  readonly is_paper: boolean
}

const columns = [
  'id',
  'owner_id',
  'number',
  'broker',
  'type',
  'hash_value',
  'broker_login_id',
  'market_source',
  'is_active',
  'is_read_only',
  'is_paper',
] as const

/**
 * Returns the owner's account with this number. Refused while it is disabled, if it takes no orders, or if another one
 * could be meant: nothing is sent for it then.
 */
export async function findTradedAccount(db: Db, ownerId: string, number: string): Promise<TradedAccount> {
  const account = await findOwnAccount(db, ownerId, number)
  await requireTradable(db, account)
  return account
}

/**
 * Throws `accountDisabled`, `accountReadOnly`, or `accountNumberShared` while the owner has another enabled account
 * with this number at another brokerage: an order must not go to paper instead of real money, or the other way.
 */
export async function requireTradable(db: Db, account: TradedAccount): Promise<void> {
  requireEnabled(account)
  const { id, owner_id: ownerId, number } = account
  const other = await db
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('number', '=', number)
    .where('id', '<>', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (other) throw new Refusal('accountNumberShared', { number })
}

/** Throws `accountDisabled` or `accountReadOnly`. */
export function requireEnabled({
  is_active: isActive,
  is_read_only: isReadOnly,
  number,
}: Pick<TradedAccount, 'is_active' | 'is_read_only' | 'number'>): void {
  if (isReadOnly) throw new Refusal('accountReadOnly', { number })
  if (!isActive) throw new Refusal('accountDisabled', { number })
}

/** Returns an enabled account by its id, for jobs. */
export async function tradedAccountOf(db: Db, accountId: string): Promise<TradedAccount | undefined> {
  return db
    .selectFrom('account')
    .select(columns)
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export const accessOf = (services: Services, account: TradedAccount): BrokerAccess =>
  loginAccess(services, account.broker_login_id)
