// The actions of an account that are not over, and those of the last day.
import type { PositionAction } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { presented, type StepRow } from './action-row.ts'

const mostActions = 20

export async function findPositionActions(
  { db, clock }: Services,
  { id }: { readonly id: string },
): Promise<PositionAction[]> {
  const rows = await db
    .selectFrom('position_action')
    .selectAll()
    .where('account_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['RUNNING', 'WAITING', 'STOPPED']),
        eb('created_at', '>', new Date(clock.nowMs() - dayMs)),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostActions)
    .execute()
  if (rows.length === 0) return []
  const steps = await db
    .selectFrom('position_action_step')
    .selectAll()
    .where('account_id', '=', id)
    .where(
      'action_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('place')
    .execute()
  const of = new Map<string, StepRow[]>()
  for (const step of steps) of.set(step.action_id, [...(of.get(step.action_id) ?? []), step])
  return rows.map((row) => presented(row, of.get(row.id) ?? []))
}
