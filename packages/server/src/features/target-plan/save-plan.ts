// Saves the target plan of an account in the place of the version that its author has read, or deletes it. What was
// notified of the bands of the old plan is forgotten.
import { Refusal, type TargetPlan } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { findAccountOfPlan, readPlan } from './own-plan.ts'

export interface SavePlanOptions {
  readonly ownerId: string
  readonly accountId: string
  /** The version that was read. */
  readonly version: number
  /** Null deletes it. */
  readonly plan: TargetPlan | null
  readonly caller: Caller
}

/** Returns the new version. Throws `notFound` and `targetPlanChanged`. */
export async function savePlan(
  { clock }: Services,
  trx: Trx,
  { ownerId, accountId, version, plan, caller }: SavePlanOptions,
): Promise<number> {
  await findAccountOfPlan(trx, ownerId, accountId)
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const before = await readPlan(trx, accountId)
  if (before.version !== version) throw new Refusal('targetPlanChanged')
  if (before.plan === null && plan === null) return version
  const row = {
    version: version + 1,
    plan: plan === null ? null : JSON.stringify(plan),
    saved_at: new Date(clock.nowMs()),
    judged_day: null,
  }
  await trx
    .insertInto('target_plan')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await trx.deleteFrom('target_outside').where('account_id', '=', accountId).execute()
  await writeAudit(trx, clock, {
    actorId: ownerId,
    action: plan === null ? 'target-plan.delete' : 'target-plan.save',
    objectType: 'account',
    objectId: accountId,
    before: before.plan,
    after: plan,
    requestId: caller.requestId,
    address: caller.address,
  })
  return row.version
}
