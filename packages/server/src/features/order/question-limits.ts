// The user's limits above which an order needs confirmation, for all accounts; the defaults until the user sets them.
import type { OrderQuestionLimits } from '@clubfolio/contract'
import { type QuestionLimits, standardQuestionLimits } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export async function findQuestionLimits(db: Db | Trx, userId: string): Promise<OrderQuestionLimits> {
  const row = await db.selectFrom('order_question_limit').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return { ...standardQuestionLimits }
  return {
    limitThrough: row.limit_through_percent,
    buyingPower: row.buying_power_percent,
    usualQuantity: row.usual_quantity_times,
  }
}

export interface SaveQuestionLimitsOptions {
  readonly userId: string
  readonly limits: OrderQuestionLimits
  readonly caller: Caller
}

export async function saveQuestionLimits(
  { clock }: Services,
  trx: Trx,
  { userId, limits, caller }: SaveQuestionLimitsOptions,
): Promise<void> {
  const before = await findQuestionLimits(trx, userId)
  const row = {
    limit_through_percent: above(limits.limitThrough, 0),
    buying_power_percent: above(limits.buyingPower, 0),
    usual_quantity_times: above(limits.usualQuantity, 1),
  }
  await trx
    .insertInto('order_question_limit')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await writeAudit(trx, clock, {
    actorId: userId,
    action: 'order.question-limits',
    objectType: 'user',
    objectId: userId,
    before,
    after: await findQuestionLimits(trx, userId),
    requestId: caller.requestId,
    address: caller.address,
  })
}

/** Returns the limits in the domain's form. */
export function questionLimitsOf({ limitThrough, buyingPower, usualQuantity }: OrderQuestionLimits): QuestionLimits {
  const exact = (text: string | null) => (text === null ? null : new Decimal(text))
  return { limitThrough: exact(limitThrough), buyingPower: exact(buyingPower), usualQuantity: exact(usualQuantity) }
}

/** A limit that every order would pass or break counts as none. */
const above = (text: string | null, least: number): string | null =>
  text !== null && Number(text) > least ? text : null
