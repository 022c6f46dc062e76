// Pauses, resumes and deletes an alert rule of the caller.
import { Refusal } from '@clubfolio/contract'
import type { Trx } from '../../kernel/transaction.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { findPresentSights } from './present-sight.ts'
import { observedMarket } from './price-observations.ts'
import { findSubject } from './rule-subject.ts'
import { ruleAlertKey } from './settle-changes.ts'
import { resolveAlert } from '../alert/write-alert.ts'

/**
 * Pauses or resumes a rule. A paused rule is not evaluated. On resume it restarts from the present, so that what
 * happened during the pause does not fire; a rule that is over stays over.
 */
export async function pauseRule(
  services: Services,
  ownerId: string,
  { id, isPaused }: { readonly id: string; readonly isPaused: boolean },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const rule = await lockRule(trx, ownerId, id)
    if (rule.is_paused === isPaused) return
    const mayBegin = !isPaused && rule.state !== 'OVER' && rule.state !== 'EXPIRED'
    await trx
      .updateTable('alert_rule')
      .set((eb) => ({ is_paused: isPaused, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
    if (mayBegin) await restartRule(services, trx, ownerId, id)
    if (isPaused) await resolveAlert(trx, services.clock, { userId: ownerId, key: ruleAlertKey(id) })
  })
}

async function restartRule(services: Services, trx: Trx, ownerId: string, id: string): Promise<void> {
  const {
    terms,
    code,
    account_id: accountId,
    source,
    set_day: setDay,
  } = await trx
    .selectFrom('alert_rule')
    .select(['terms', 'code', 'account_id', 'source', 'set_day'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const inside = { ...services, db: trx }
  const market = await observedMarket(inside)
  // A rule of another market is evaluated when that market is active again.
  if (source !== null && source !== market.source) return
  const [sight] = await findPresentSights(inside, [
    { subject: await findSubject(trx, ownerId, { terms, code, accountId }), setDay },
  ])
  const { state, occasion, memory } = sight!.beginning
  const setAt = new Date(source === null ? services.clock.nowMs() : market.time.nowMs)
  await trx
    .updateTable('alert_rule')
    .set({ state, occasion, memory: JSON.stringify(memory), set_at: setAt })
    .where('id', '=', id)
    .execute()
}

/** Deletes a rule; the history of its firings stays. */
export async function deleteRule({ db, clock }: Services, ownerId: string, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockRule(trx, ownerId, id)
    await trx.deleteFrom('alert_rule').where('id', '=', id).execute()
    await resolveAlert(trx, clock, { userId: ownerId, key: ruleAlertKey(id) })
  })
}

async function lockRule(trx: Trx, ownerId: string, id: string) {
  const rule = await trx
    .selectFrom('alert_rule')
    .select(['id', 'is_paused', 'state'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!rule) throw new Refusal('notFound')
  return rule
}
