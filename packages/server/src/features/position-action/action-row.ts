// The rows of an action and of its steps: reading, the claim of the worker that has it, and how its state is written.
import type { PositionAction } from '@clubfolio/contract'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { createLease } from '../../kernel/lease.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export type ActionRow = Selectable<Tables['position_action']>
export type StepRow = Selectable<Tables['position_action_step']>

/** Longer than one step takes: waiting for the account's turn, one order, and its reading. */
export const claimMs = 45_000

export const actionLease = createLease({
  table: 'position_action',
  key: ['account_id', 'id'],
  owner: { by: 'COUNT', column: 'turns' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs: claimMs,
  held: sql<boolean>`state in ('RUNNING', 'WAITING', 'STOPPED')`,
})

export async function findAction(db: Db | Trx, accountId: string, id: string): Promise<ActionRow> {
  return db
    .selectFrom('position_action')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export const stepsOf = (db: Db | Trx, { account_id, id }: Pick<ActionRow, 'account_id' | 'id'>): Promise<StepRow[]> =>
  db
    .selectFrom('position_action_step')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('action_id', '=', id)
    .orderBy('place')
    .execute()

/** Writes what is to be sent instead of a step, as a new attempt with a key of its own. */
export async function rewriteStep(
  db: Db | Trx,
  row: StepRow,
  { step, text }: Pick<StepRow, 'step' | 'text'>,
): Promise<void> {
  await db
    .updateTable('position_action_step')
    .set({
      step: JSON.stringify(step),
      text,
      state: 'PENDING',
      attempts: row.attempts + 1,
      reason: null,
      order_id: null,
    })
    .where('account_id', '=', row.account_id)
    .where('action_id', '=', row.action_id)
    .where('place', '=', row.place)
    .execute()
}

type StepChange = Partial<Pick<StepRow, 'state' | 'order_id' | 'reason' | 'attempts'>>

/** Writes a step, and that its action has moved on. */
export async function writeStep(
  { db, clock }: Pick<Services, 'clock'> & { readonly db: Db | Trx },
  step: StepRow,
  change: StepChange,
): Promise<void> {
  await db
    .updateTable('position_action_step')
    .set(change)
    .where('account_id', '=', step.account_id)
    .where('action_id', '=', step.action_id)
    .where('place', '=', step.place)
    .execute()
  await db
    .updateTable('position_action')
    .set({ touched_at: new Date(clock.nowMs()) })
    .where('account_id', '=', step.account_id)
    .where('id', '=', step.action_id)
    .execute()
}

/** Returns an action as screens show it. */
export async function presentAction(
  db: Db,
  { account_id, id }: Pick<ActionRow, 'account_id' | 'id'>,
): Promise<PositionAction> {
  const row = await findAction(db, account_id, id)
  const steps = await stepsOf(db, row)
  return presented(row, steps)
}

export const presented = (row: ActionRow, steps: readonly StepRow[]): PositionAction => ({
  actionId: row.id,
  kind: row.kind,
  code: row.symbol,
  title: row.title,
  state: row.state,
  steps: steps.map(({ step, text, state, order_id: orderId, reason }) => ({
    code: step.symbol,
    text,
    state,
    orderId,
    reason,
  })),
  message: row.message,
  restoresAt: row.restore_at?.getTime() ?? null,
  createdAt: row.created_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
})
