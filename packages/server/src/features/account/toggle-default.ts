// Sets or clears an owner's default account. There is at most one: setting it clears the flag on the others, in one
// transaction.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export interface ToggleDefaultOptions {
  readonly ownerId: string
  readonly accountId: string
  readonly isDefault: boolean
  readonly caller: Caller
}

export async function toggleDefault(
  { clock }: Services,
  trx: Trx,
  { ownerId, accountId, isDefault, caller }: ToggleDefaultOptions,
): Promise<void> {
  // Locks all of the owner's rows in a fixed order, so that two simultaneous toggles run one after the other.
  const own = await trx
    .selectFrom('account')
    .select(['id', 'is_default'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const target = own.find((row) => row.id === accountId)
  if (!target) throw new Refusal('notFound')
  if (target.is_default === isDefault) return
  const before = own.find((row) => row.is_default)?.id ?? null
  if (isDefault)
    await trx
      .updateTable('account')
      .set({ is_default: false })
      .where('owner_id', '=', ownerId)
      .where('is_default', '=', true)
      .execute()
  await trx
    .updateTable('account')
    .set({ is_default: isDefault })
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .execute()
  await writeAudit(trx, clock, {
    actorId: ownerId,
    action: 'account.default',
    objectType: 'account',
    objectId: accountId,
    before: { defaultAccountId: before },
    after: { defaultAccountId: isDefault ? accountId : null },
    requestId: caller.requestId,
    address: caller.address,
  })
}
