// Enables and disables an account. A disabled account is neither read nor traded, but keeps its history and its place
// in the fund. Enabling it schedules a reading immediately.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export interface EnableDisableAccountOptions {
  readonly ownerId: string
  readonly accountId: string
  readonly isActive: boolean
  readonly caller: Caller
}

export async function enableDisableAccount(
  { clock }: Services,
  trx: Trx,
  { ownerId, accountId, isActive, caller }: EnableDisableAccountOptions,
): Promise<void> {
  const before = await trx
    .selectFrom('account')
    .select('is_active')
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('notFound')
  if (before.is_active === isActive) return
  await trx
    .updateTable('account')
    .set({ is_active: isActive })
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .execute()
  // Transfers that were waiting for the account resume immediately.
  if (isActive)
    await trx
      .updateTable('fund_funding')
      .set({ next_at: new Date(clock.nowMs()) })
      .where('account_id', '=', accountId)
      .where('state', '=', 'waiting')
      .execute()
  if (isActive)
    await trx
      .updateTable('account_sync')
      .set({ next_at: new Date(clock.nowMs()), failures: 0 })
      .where('account_id', '=', accountId)
      .execute()
  // A schedule that nobody sees must not resume on its own.
  if (!isActive) await trx.deleteFrom('fund_statement_schedule').where('account_id', '=', accountId).execute()
  await writeAudit(trx, clock, {
    actorId: ownerId,
    action: isActive ? 'account.enable' : 'account.disable',
    objectType: 'account',
    objectId: accountId,
    before: { isActive: before.is_active },
    after: { isActive },
    requestId: caller.requestId,
    address: caller.address,
  })
}
