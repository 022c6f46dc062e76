// The questions a user must confirm before an order is sent, based on the user's own limits and own orders. Placing
// asks the same questions as the preview, so that an outdated page cannot skip them.
import type { OrderQuestion } from '@clubfolio/contract'
import {
  askForEqual,
  findOrderQuestions,
  type EarlierOrder,
  equalOrderMs,
  codeOfDraft,
  isOptionCode,
  newYorkTimeText,
  type OrderDraft,
  type OrderHistory,
  type OrderJudgement,
  type ReplacedOrder,
  usualOrders,
  toEpochMs,
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
  /** The order's idempotency key: a copy of the same call that was slightly faster is not an earlier order. */
  readonly requestKey?: string | undefined
  /** The order that this one replaces; `look.buyingPower` then includes what it releases. */
  readonly replaces?: ReplacedOrder & { readonly brokerId: string }
}

export async function askQuestions(
  { db, clock }: Services,
  account: TradedAccount,
  { draft, look, judged: { reserved }, requestKey, replaces }: JudgedOrder,
): Promise<OrderQuestion[]> {
  const [limits, quantities, earlier] = await Promise.all([
    findQuestionLimits(db, account.owner_id),
    findQuantities(db, account, isOptionCode(codeOfDraft(draft))),
    findEarlier(db, account.id, clock.nowMs(), { requestKey, replacesId: replaces?.brokerId ?? null }),
  ])
  const history: OrderHistory = { quantities, earlier }
  return findOrderQuestions(
    {
      draft,
      market: look,
      legs: look.legs ?? [],
      held: look.held,
      buyingPower: look.buyingPower,
      reserved,
      ...(replaces ? { replaces } : {}),
    },
    questionLimitsOf(limits),
    history,
  )
}

export interface QuestionEqualOrdersOptions {
  readonly account: TradedAccount
  readonly draft: OrderDraft
  readonly own: OwnOrder
}

/**
 * Repeats the question about equal orders in the transaction that records the order. Orders of one account are
 * serialised here, so that of two at the same instant the second knows about the first.
 */
export async function questionEqualOrders(
  trx: Trx,
  clock: Clock,
  { account, draft, own }: QuestionEqualOrdersOptions,
): Promise<OrderQuestion[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order of ${account.id}`}, 0))`.execute(trx)
  return askForEqual(draft, await findEarlier(trx, account.id, clock.nowMs(), own))
}

/**
 * Returns the quantities of the user's last orders with the same kind of money, entries and exits alike: paper says
 * nothing of what is usual with real money. Children are left out, because they only repeat their parent's quantity.
 */
async function findQuantities(db: Db, { id, owner_id: ownerId }: TradedAccount, isOption: boolean): Promise<Decimal[]> {
  const rows = await db
    .selectFrom('broker_order as o')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .select('o.quantity')
    .where('a.owner_id', '=', ownerId)
    .where('a.is_paper', '=', (eb) => eb.selectFrom('account as own').select('own.is_paper').where('own.id', '=', id))
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

/**
 * Identifies what does not count as an earlier order of this one: a copy of the same call, and the order it replaces
 * along with everything replaced before.
 */
export interface OwnOrder {
  readonly requestKey: string | undefined
  readonly replacesId: string | null
}

/** States of requests that were sent; a request that is only recorded is about to be. */
const sent: readonly OrderRequestState[] = ['NEW', 'SENDING', 'UNKNOWN', 'PLACED']

async function findEarlier(
  db: Db | Trx,
  accountId: string,
  nowMs: number,
  { requestKey, replacesId }: OwnOrder,
): Promise<EarlierOrder[]> {
  const rows = await db
    .selectFrom('order_request as r')
    .select(['r.id', 'r.state', 'r.plan', 'r.broker_id', 'r.sent_at', 'r.created_at'])
    .where('r.account_id', '=', accountId)
    .where('r.state', 'in', sent)
    .where((eb) => eb(eb.fn.coalesce('r.sent_at', 'r.created_at'), '>', new Date(nowMs - equalOrderMs)))
    .$if(requestKey !== undefined, (query) => query.where('r.request_key', '!=', requestKey!))
    .$if(replacesId !== null, (query) =>
      query
        .leftJoin('broker_order as o', (join) =>
          join.onRef('o.account_id', '=', 'r.account_id').onRef('o.broker_id', '=', 'r.broker_id'),
        )
        .where((eb) =>
          eb.or([
            eb('r.broker_id', 'is', null),
            eb.and([
              eb('r.broker_id', '!=', replacesId!),
              eb(eb.fn.coalesce('o.status', eb.val('WORKING' as const)), '!=', 'REPLACED'),
            ]),
          ]),
        ),
    )
    .orderBy('r.id')
    .execute()
  return rows.map(({ id, state, plan, broker_id, sent_at, created_at }) => {
    const at = newYorkTimeText(toEpochMs((sent_at ?? created_at).getTime())).slice(11)
    const words =
      state === 'PLACED'
        ? `Order ${broker_id ?? ''} was placed at ${at}`
        : state === 'NEW'
          ? `An order was put at ${at} and is just being sent`
          : `An order was sent at ${at}, and it is not known yet whether it was placed`
    return { id, draft: plan.draft, words }
  })
}
