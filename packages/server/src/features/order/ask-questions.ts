// What a user is asked a second time about an order, from the user's own limits and own orders. Placing asks the same as the preview,
// so that a page that is older than its questions cannot leave them out.
import type { OrderQuestion } from '@clubfolio/contract'
import { askTwice, type EarlierOrder, type EpochMs, equalOrderMs, isOptionCode, newYorkTimeText, type OrderDraft, type OrderHistory, type OrderJudgement, usualOrders } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import type { OrderRequestState } from '../../db/tables/order-tables.ts'
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
}

export async function askQuestions({ db, clock }: Services, account: TradedAccount, { draft, look, judged: { reserved }, requestKey }: JudgedOrder): Promise<OrderQuestion[]> {
  const [limits, quantities, earlier] = await Promise.all([
    findQuestionLimits(db, account.owner_id),
    findQuantities(db, account.owner_id, isOptionCode(draft.terms.symbol)),
    findEarlier(db, account.id, clock.nowMs(), requestKey),
  ])
  const history: OrderHistory = { quantities, earlier }
  return askTwice({ draft, market: look, held: look.held, buyingPower: look.buyingPower, reserved }, questionLimitsOf(limits), history)
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

const sent: readonly OrderRequestState[] = ['SENDING', 'UNKNOWN', 'PLACED']

async function findEarlier(db: Db, accountId: string, nowMs: number, ownKey: string | undefined): Promise<EarlierOrder[]> {
  const rows = await db
    .selectFrom('order_request')
    .select(['id', 'state', 'plan', 'broker_id', 'sent_at', 'created_at'])
    .where('account_id', '=', accountId)
    .where('state', 'in', sent)
    .where((eb) => eb(eb.fn.coalesce('sent_at', 'created_at'), '>', new Date(nowMs - equalOrderMs)))
    .$if(ownKey !== undefined, (query) => query.where('request_key', '!=', ownKey!))
    .orderBy('id')
    .execute()
  return rows.map(({ id, state, plan, broker_id, sent_at, created_at }) => {
    const at = newYorkTimeText((sent_at ?? created_at).getTime() as EpochMs).slice(11)
    const words = state === 'PLACED' ? `Order ${broker_id ?? ''} was placed at ${at}` : `An order was sent at ${at}, and it is not known yet whether it was placed`
    return { id, terms: plan.draft.terms, words }
  })
}
