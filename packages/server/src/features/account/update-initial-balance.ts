// Sets the owner's own figure for an account's starting value. It is used by the Accounts table and "since start"; the
// fund's books never read it.
import { Refusal } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export interface UpdateInitialBalanceOptions {
  readonly ownerId: string
  readonly accountId: string
  readonly initialBalance: Cents
  readonly caller: Caller
}

export async function updateInitialBalance(
  { clock }: Services,
  trx: Trx,
  { ownerId, accountId, initialBalance, caller }: UpdateInitialBalanceOptions,
): Promise<void> {
  const before = await trx
    .selectFrom('account')
    .select('initial_balance_cents')
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('notFound')
  await trx
    .updateTable('account')
    .set({ initial_balance_cents: initialBalance })
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .execute()
  await writeAudit(trx, clock, {
    actorId: ownerId,
    action: 'account.initial-balance',
    objectType: 'account',
    objectId: accountId,
    before: { initialBalanceCents: before.initial_balance_cents.toString() },
    after: { initialBalanceCents: initialBalance.toString() },
    requestId: caller.requestId,
    address: caller.address,
  })
}
