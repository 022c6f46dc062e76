// What a user is asked a second time about an order, from the user's own limits and own orders. Placing asks the same as the preview,
// so that a page that is older than its questions cannot leave them out.
import type { OrderQuestion } from '@clubfolio/contract'
import {
  askForEqual, askTwice, type EarlierOrder, type EpochMs, equalOrderMs, isOptionCode, newYorkTimeText, type OrderDraft, type OrderHistory, type OrderJudgement, type OrderTerms,
  type ReplacedOrder, usualOrders,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { OrderRequestState } from '../../db/tables/order-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { AccountLook } from './look-at-account.ts'
import { findQuestionLimits, questionLimitsOf } from './question-limits.ts'
import type { TradedAccount } from './traded-account.ts'

export interface JudgedOrder {
  readonly draft: OrderDraft
  readonly look: AccountLook
  readonly judged: OrderJudgement
  /** The key it is placed by: a copy of the same call that was a moment quicker is no earlier order. */
  readonly requestKey?: string | undefined
  /** The order that this one takes the place of; `look.buyingPower` then counts what it sets free. */
  readonly replaces?: ReplacedOrder & { readonly brokerId: string }
}

export async function askQuestions({ db, clock }: Services, account: TradedAccount, { draft, look, judged: { reserved }, requestKey, replaces }: JudgedOrder): Promise<OrderQuestion[]> {
  const [limits, quantities, earlier] = await Promise.all([
    findQuestionLimits(db, account.owner_id),
    findQuantities(db, account.owner_id, isOptionCode(draft.terms.symbol)),
    findEarlier(db, account.id, clock.nowMs(), { requestKey, replacesId: replaces?.brokerId ?? null }),
  ])
  const history: OrderHistory = { quantities, earlier }
  return askTwice({ draft, market: look, held: look.held, buyingPower: look.buyingPower, reserved, ...(replaces ? { replaces } : {}) }, questionLimitsOf(limits), history)
}

/**
 * What is asked about equal orders once more, in the transaction that writes the order down: one order of the account after the other, so
 * that of two in the same instant the second one knows of the first.
 */
export async function askAboutEqual(trx: Trx, clock: Clock, account: TradedAccount, terms: OrderTerms, own: OwnOrder): Promise<OrderQuestion[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order of ${account.id}`}, 0))`.execute(trx)
  return askForEqual(terms, await findEarlier(trx, account.id, clock.nowMs(), own))
}

/** Of the user's last orders in all accounts, entries and exits alike; what hangs under another order only repeats it. */
async function findQuantities(db: Db, ownerId: string, isOption: boolean): Promise<Decimal[]> {
  const rows = await db
    .selectFrom('broker_order as o')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .select('o.quantity')
    .where('a.owner_id', '=', ownerId)
    .where('o.parent_id', 'is', null)
    .where('o.leg_count', '=', 1)
    .where('o.quantity', '>', '0')
    .where('o.status', '!=', 'REJECTED')
    .where('o.asset_type', isOption ? '=' : '!=', 'OPTION')
    .orderBy('o.entered_at', 'desc')
    .orderBy('o.broker_id', 'desc')
    .limit(usualOrders)
    .execute()
  return rows.map(({ quantity }) => new Decimal(quantity!))
}

/** What is no earlier order of this one: a copy of the same call, and what it takes the place of with everything that was replaced before. */
export interface OwnOrder {
  readonly requestKey: string | undefined
  readonly replacesId: string | null
}

/** One that is only written down yet is sent in a moment. */
const sent: readonly OrderRequestState[] = ['NEW', 'SENDING', 'UNKNOWN', 'PLACED']

async function findEarlier(db: Db | Trx, accountId: string, nowMs: number, { requestKey, replacesId }: OwnOrder): Promise<EarlierOrder[]> {
  const rows = await db
    .selectFrom('order_request as r')
    .select(['r.id', 'r.state', 'r.plan', 'r.broker_id', 'r.sent_at', 'r.created_at'])
    .where('r.account_id', '=', accountId)
    .where('r.state', 'in', sent)
    .where((eb) => eb(eb.fn.coalesce('r.sent_at', 'r.created_at'), '>', new Date(nowMs - equalOrderMs)))
    .$if(requestKey !== undefined, (query) => query.where('r.request_key', '!=', requestKey!))
    .$if(replacesId !== null, (query) =>
      query
        .leftJoin('broker_order as o', (join) => join.onRef('o.account_id', '=', 'r.account_id').onRef('o.broker_id', '=', 'r.broker_id'))
        .where((eb) => eb.or([eb('r.broker_id', 'is', null), eb.and([eb('r.broker_id', '!=', replacesId!), eb(eb.fn.coalesce('o.status', eb.val('WORKING' as const)), '!=', 'REPLACED')])])),
    )
    .orderBy('r.id')
    .execute()
  return rows.map(({ id, state, plan, broker_id, sent_at, created_at }) => {
    const at = newYorkTimeText((sent_at ?? created_at).getTime() as EpochMs).slice(11)
    const words = state === 'PLACED' ? `Order ${broker_id ?? ''} was placed at ${at}` : state === 'NEW' ? `An order was put at ${at} and is just being sent` : `An order was sent at ${at}, and it is not known yet whether it was placed`
    return { id, terms: plan.draft.terms, words }
  })
}
