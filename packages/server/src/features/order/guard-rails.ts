// The limits that the owner of an account sets for their own orders. Every order is judged by them before it is
// recorded.
import type { OrderGuardRails } from '@clubfolio/contract'
import type { Cents, OrderGuard } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { TradedAccount } from './traded-account.ts'

const none: OrderGuardRails = { largestOrder: null, largestPosition: null, dailyLoss: null, priceDistance: null }

export async function findGuardRails(db: Db | Trx, accountId: string): Promise<OrderGuardRails> {
  const row = await db.selectFrom('order_guard').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (!row) return none
  return {
    largestOrder: row.largest_order_cents,
    largestPosition: row.largest_position_cents,
    dailyLoss: row.daily_loss_cents,
    priceDistance: row.price_distance_percent,
  }
}

export interface SaveGuardRailsOptions {
  readonly account: TradedAccount
  readonly rails: OrderGuardRails
  readonly caller: Caller
}

export async function saveGuardRails(
  { clock }: Services,
  trx: Trx,
  { account, rails, caller }: SaveGuardRailsOptions,
): Promise<void> {
  const before = await findGuardRails(trx, account.id)
  const row = {
    largest_order_cents: positive(rails.largestOrder),
    largest_position_cents: positive(rails.largestPosition),
    daily_loss_cents: positive(rails.dailyLoss),
    price_distance_percent:
      rails.priceDistance === null || Number(rails.priceDistance) <= 0 ? null : rails.priceDistance,
  }
  await trx
    .insertInto('order_guard')
    .values({ account_id: account.id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await writeAudit(trx, clock, {
    actorId: account.owner_id,
    action: 'order.guard',
    objectType: 'account',
    objectId: account.id,
    before: inText(before),
    after: inText(await findGuardRails(trx, account.id)),
    requestId: caller.requestId,
    address: caller.address,
  })
}

/** Returns the limits in exact dollars, as the domain uses them. */
export function guardOf(rails: OrderGuardRails): OrderGuard {
  const dollars = (cents: Cents | null) => (cents === null ? null : new Decimal(cents.toString()).div(100))
  return {
    largestOrder: dollars(rails.largestOrder),
    largestPosition: dollars(rails.largestPosition),
    dailyLoss: dollars(rails.dailyLoss),
    priceDistance: rails.priceDistance === null ? null : new Decimal(rails.priceDistance),
  }
}

/** Zero means no limit. */
const positive = (cents: Cents | null): Cents | null => (cents !== null && cents > 0n ? cents : null)

const inText = (rails: OrderGuardRails): object =>
  Object.fromEntries(Object.entries(rails).map(([name, value]) => [name, value === null ? null : String(value)]))
