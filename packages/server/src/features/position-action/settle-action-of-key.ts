// Determines what became of the action recorded under a key. An action is recorded with all of its steps before
// anything is sent, so one that is not there was never begun.
import type { RequestOutcome } from '@clubfolio/contract'
import type { KeyOwner } from '../../kernel/request-key.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { type ActionRow, presentAction } from './action-row.ts'

export type ActionOfKey = Pick<ActionRow, 'account_id' | 'id'>

export async function findActionOfKey(trx: Trx, { ownerId, key }: KeyOwner): Promise<ActionOfKey | undefined> {
  return trx
    .selectFrom('position_action')
    .innerJoin('account', 'account.id', 'position_action.account_id')
    .select(['position_action.account_id', 'position_action.id'])
    .where('position_action.request_key', '=', key)
    .where('account.owner_id', '=', ownerId)
    .executeTakeFirst()
}

/** The reply says where it is by now, and Operations follows it from there. */
export const settleActionOfKey = async ({ db }: Services, action: ActionOfKey): Promise<RequestOutcome> => ({
  fate: 'DONE',
  reason: null,
  reply: await presentAction(db, action),
})
