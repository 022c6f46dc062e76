// Goes on with a stopped action from the position as it is now. Closing and reversing are planned again, for what is
// left to close; everything else sends the step that failed once more.
import { Refusal } from '@clubfolio/contract'
import { type ActionStep, planPositionAction } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { Requester } from '../order/order-request.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { type ActionRow, findAction, stepsOf, type StepRow, writeStep } from './action-row.ts'
import { describeStep } from './action-words.ts'
import { trackOf } from './act-on-position.ts'
import { isClosingMarket } from './judge-action.ts'
import { lookForPosition } from './look-at-position.ts'
import { planFlatten } from './plan-flatten.ts'
import { insertSteps, type NewStep } from './record-action.ts'
import { end, runAction } from './run-action.ts'

/** `row` is claimed by the caller. Throws `orderFaulty` when nothing can be sent any more. */
export async function continueAction(
  services: Services,
  account: TradedAccount,
  row: ActionRow,
  asker: Requester,
): Promise<void> {
  const planned = await planAgain(services, account, row)
  if (planned === 'DONE') {
    await end(services, row, { state: 'DONE', message: 'All of it was done already.' })
    return
  }
  if (planned === 'SAME') await retry(services, row)
  else await replaceSteps(services, row, planned)
  await runAction(services, account, await findAction(services.db, row.account_id, row.id), asker)
}

async function planAgain(
  services: Services,
  account: TradedAccount,
  row: ActionRow,
): Promise<readonly NewStep[] | 'SAME' | 'DONE'> {
  const { asked, symbol } = row
  if (row.is_restoring) return 'SAME'
  if (asked === null || symbol === null) {
    const { steps } = await planFlatten(services, account)
    return steps.length === 0 ? 'DONE' : steps
  }
  if (asked.kind !== 'CLOSE' && asked.kind !== 'REVERSE') return 'SAME'
  const look = await lookForPosition(services, account, symbol)
  const { position, market, wire } = look
  if (position.held.isZero()) return asked.kind === 'REVERSE' ? 'SAME' : 'DONE'
  const left = await leftToClose(services, row)
  if (asked.kind === 'CLOSE' && left?.greaterThan(0) === false) return 'DONE'
  const { steps, faults } = planPositionAction({
    position,
    action: asked.kind === 'CLOSE' ? { kind: 'CLOSE', quantity: left?.toFixed() ?? null } : asked,
    market,
    wire,
    accountType: look.account.accountType,
  })
  if (faults.length > 0) throw new Refusal('orderFaulty', { reason: faults.join(' ') })
  return steps.map((step) => ({ track: trackOf(step), step, text: describeStep(step, look.orders) }))
}

/**
 * Returns what of the wanted quantity was not sold yet; null for all. Whatever became of a step, what its order sold
 * counts: a step of an earlier plan is skipped, and its order may have sold a part before.
 */
async function leftToClose(services: Services, row: ActionRow): Promise<Decimal | null> {
  if (row.asked?.kind !== 'CLOSE' || row.asked.quantity === null) return null
  let left = new Decimal(row.asked.quantity)
  for (const { step, order_id: orderId } of await stepsOf(services.db, row)) {
    if (step.kind === 'CANCEL' || !isClosingMarket(step.order)) continue
    left = left.minus(step.overtaken ?? 0)
    if (orderId === null) continue
    const order = await services.db
      .selectFrom('broker_order')
      .select('filled_quantity')
      .where('account_id', '=', row.account_id)
      .where('broker_id', '=', orderId)
      .executeTakeFirst()
    // A stop that the market reached before it was replaced may have sold a part before the action.
    const before = step.kind === 'REPLACE' && step.orderId === orderId ? step.filled : 0
    left = left.minus(order?.filled_quantity ?? before).plus(before)
  }
  return left
}

/**
 * The step that failed gets another attempt, which has a key of its own, made for what is filled of its order by now.
 */
async function retry(services: Services, row: ActionRow): Promise<void> {
  await touch(services, row)
  for (const step of await stepsOf(services.db, row)) {
    if (step.state !== 'FAILED') continue
    await refreshFilled(services, step)
    await writeStep(services, step, { state: 'PENDING', attempts: step.attempts + 1, reason: null, order_id: null })
  }
}

async function refreshFilled({ db }: Services, row: StepRow): Promise<void> {
  const { step } = row
  if (step.kind !== 'REPLACE') return
  const order = await db
    .selectFrom('broker_order')
    .select('filled_quantity')
    .where('account_id', '=', row.account_id)
    .where('broker_id', '=', step.orderId)
    .executeTakeFirst()
  if (order === undefined) return
  const now: ActionStep = { ...step, filled: order.filled_quantity }
  await db
    .updateTable('position_action_step')
    .set({ step: JSON.stringify(now) })
    .where('account_id', '=', row.account_id)
    .where('action_id', '=', row.action_id)
    .where('place', '=', row.place)
    .execute()
}

/** What was not sent is replaced by the new plan; what was sent stays as the record of it. */
async function replaceSteps(services: Services, row: ActionRow, steps: readonly NewStep[]): Promise<void> {
  await touch(services, row)
  await inTransaction(services.db, async (trx) => {
    const old = await stepsOf(trx, row)
    await trx
      .updateTable('position_action_step')
      .set({ state: 'SKIPPED', reason: 'Planned again from the position as it was then.' })
      .where('account_id', '=', row.account_id)
      .where('action_id', '=', row.id)
      .where('state', '=', 'PENDING')
      .execute()
    // What failed before does not stop what is planned now.
    await trx
      .updateTable('position_action_step')
      .set({ track: sql<string>`'earlier ' || place` })
      .where('account_id', '=', row.account_id)
      .where('action_id', '=', row.id)
      .execute()
    await trx
      .updateTable('position_action_step')
      .set({ state: 'SKIPPED' })
      .where('account_id', '=', row.account_id)
      .where('action_id', '=', row.id)
      .where('state', '=', 'FAILED')
      .execute()
    await insertSteps(trx, row, { from: old.length, steps })
  })
}

async function touch({ db, clock }: Services, row: ActionRow): Promise<void> {
  await db
    .updateTable('position_action')
    .set({ touched_at: new Date(clock.nowMs()), message: 'Its orders are being sent.' })
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute()
}
