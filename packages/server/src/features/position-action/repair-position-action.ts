// Carries out what the owner of a stopped action decides: go on, place the stop again, or leave everything as it is.
import { type BodyOf, type PositionAction, Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import { violatedUnique } from '../../kernel/unique-refusal.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import type { Requester } from '../order/order-request.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { actionLease, type ActionRow, presentAction } from './action-row.ts'
import { continueAction } from './continue-action.ts'
import { restoreAction } from './restore-action.ts'
import { decideMs, end } from './run-action.ts'

export async function repairPositionAction(
  services: Services,
  account: TradedAccount,
  { actionId, decision }: Pick<BodyOf<'positionAction', 'repairPositionAction'>, 'actionId' | 'decision'>,
  asker: Requester,
): Promise<PositionAction> {
  const row = await claimStopped(services, account, actionId)
  try {
    if (decision === 'DISMISS') await end(services, row, { state: 'DISMISSED', message: 'Left as it is by its owner.' })
    else if (decision === 'RESTORE') await restoreAction(services, account, row, asker)
    else await continueAction(services, account, row, asker)
  } catch (error) {
    // It is still to be decided about.
    const nowMs = services.clock.nowMs()
    await actionLease.change(services.db, row, {
      state: 'STOPPED',
      restore_at: new Date(nowMs + decideMs),
      next_at: new Date(nowMs),
    })
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
  return presentAction(services.db, row)
}

async function claimStopped(services: Services, account: TradedAccount, actionId: string): Promise<ActionRow> {
  try {
    const [row] = await actionLease.claim(services, {
      due: sql`account_id = ${account.id} and id = ${actionId} and state = 'STOPPED'`,
      orderBy: sql`id`,
      limit: 1,
      set: { state: 'RUNNING', restore_at: null, touched_at: new Date(services.clock.nowMs()) },
    })
    if (row) return row
  } catch (error) {
    if (violatedUnique(error) === 'position_action_one_running') throw new Refusal('actionInProgress')
    throw error
  }
  const found = await services.db
    .selectFrom('position_action')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', '=', actionId)
    .executeTakeFirst()
  throw new Refusal(found ? 'actionNotStopped' : 'notFound')
}
