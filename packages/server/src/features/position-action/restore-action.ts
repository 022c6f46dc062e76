// Places the stop again that a stopped action left a position without: when its owner asks for it, and on its own when
// they do not decide.
import { planRestore } from '@clubfolio/domain'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import type { Requester } from '../order/order-request.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { actionLease, type ActionRow, findAction, stepsOf } from './action-row.ts'
import { describeStep } from './action-words.ts'
import { lookForPosition } from './look-at-position.ts'
import { insertSteps, type NewStep } from './record-action.ts'
import { end, restoreTrack, runAction, skipPending } from './run-action.ts'
import { actedPosition } from './stored-position.ts'

/** Runs the steps that restore; `row` is claimed by the caller. */
export async function restoreAction(
  services: Services,
  account: TradedAccount,
  row: ActionRow,
  asker: Requester,
): Promise<void> {
  const steps = await planSteps(services, account, row)
  if (steps.length === 0) {
    await end(services, row, { state: 'RESTORED', message: 'Nothing was without its stop, so nothing was placed.' })
    return
  }
  await skipPending(services, row, 'The stop was placed again instead.')
  await inTransaction(services.db, async (trx) => {
    await trx
      .updateTable('position_action_step')
      .set({ track: `earlier ${restoreTrack}` })
      .where('account_id', '=', row.account_id)
      .where('action_id', '=', row.id)
      .where('track', '=', restoreTrack)
      .execute()
    await insertSteps(trx, row, { from: (await stepsOf(trx, row)).length, steps })
    await trx
      .updateTable('position_action')
      .set({
        state: 'RUNNING',
        is_restoring: true,
        restore_at: null,
        message: 'The stop is being placed again.',
        touched_at: new Date(services.clock.nowMs()),
      })
      .where('account_id', '=', row.account_id)
      .where('id', '=', row.id)
      .where('turns', '=', row.turns)
      .execute()
  })
  await runAction(services, account, await findAction(services.db, row.account_id, row.id), asker)
}

async function planSteps(services: Services, account: TradedAccount, row: ActionRow): Promise<NewStep[]> {
  try {
    const found: NewStep[] = []
    for (const stored of row.before) {
      const before = actedPosition(stored)
      const { position, market, orders } = await lookForPosition(services, account, before.symbol)
      for (const step of planRestore(before, position, market))
        found.push({ track: restoreTrack, step, text: describeStep(step, orders) })
    }
    return found
  } catch (error) {
    if (!(error instanceof BrokerFailure)) throw error
    // The position is still without its stop: it is tried again.
    const nowMs = services.clock.nowMs()
    await actionLease.change(services.db, row, {
      state: 'STOPPED',
      restore_at: new Date(nowMs + restoreAgainMs),
      next_at: new Date(nowMs),
    })
    throw brokerRefusalOf(error, account.number)
  }
}

const restoreAgainMs = 15_000
