// Records an action with all of its steps in one transaction, before anything is sent. The caller's key makes it one
// action, and a position has one running action at a time.
import { createHash } from 'node:crypto'
import { type PositionActionToTake, Refusal } from '@clubfolio/contract'
import type { ActedPosition, ActionStep, PositionActionKind } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { newId } from '../../kernel/id.ts'
import { findKey, lockKey } from '../../kernel/request-key.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import { violatedUnique } from '../../kernel/unique-refusal.ts'
import type { Services } from '../../services.ts'
import type { Requester } from '../order/order-request.ts'
import { refuseRests } from '../order/entry-division.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { type ActionRow, claimMs } from './action-row.ts'
import { storedPosition } from './stored-position.ts'

export interface NewStep {
  readonly track: string
  readonly step: ActionStep
  readonly text: string
}

export interface NewAction {
  readonly kind: PositionActionKind | 'FLATTEN'
  readonly symbol: string | null
  readonly title: string
  readonly asked: PositionActionToTake | null
  readonly before: readonly ActedPosition[]
  readonly steps: readonly NewStep[]
}

/** Identifies what a caller asked for: the same key with other content is refused. */
export const hashAsked = (asked: unknown): Buffer => createHash('sha256').update(JSON.stringify(asked)).digest()

/** Returns the action that was recorded under the key; undefined for a new one. */
export async function findActionByKey(
  db: Db | Trx,
  accountId: string,
  key: string | undefined,
  bodyHash: Buffer,
): Promise<ActionRow | undefined> {
  if (key === undefined) return undefined
  const found = await db
    .selectFrom('position_action')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (found && !found.body_hash.equals(bodyHash)) throw new Refusal('requestKeyReused')
  return found
}

export interface RecordActionOptions {
  readonly account: TradedAccount
  readonly asker: Requester
  readonly bodyHash: Buffer
  readonly action: NewAction
}

/** Returns the recorded action, claimed by the caller; a copy of the same call that was faster has its own claim. */
export async function recordAction(
  services: Services,
  { account, asker, bodyHash, action }: RecordActionOptions,
): Promise<{ readonly row: ActionRow; readonly isNew: boolean }> {
  try {
    return await inTransaction(services.db, (trx) => write(trx, services, { account, asker, bodyHash, action }))
  } catch (error) {
    if (violatedUnique(error) === 'position_action_one_running') throw new Refusal('actionInProgress')
    throw error
  }
}

async function write(
  trx: Trx,
  { clock }: Services,
  { account, asker, bodyHash, action }: RecordActionOptions,
): Promise<{ readonly row: ActionRow; readonly isNew: boolean }> {
  const { requestKey } = asker
  if (requestKey !== undefined) {
    await lockKey(trx, { ownerId: account.owner_id, key: requestKey })
    if ((await findKey(trx, { ownerId: account.owner_id, key: requestKey }))?.state === 'WITHDRAWN')
      throw new Refusal('requestWithdrawn')
    const earlier = await findActionByKey(trx, account.id, requestKey, bodyHash)
    if (earlier) return { row: earlier, isNew: false }
  }
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  // A stopped action that still waits for a decision about this position has none to wait for any more.
  await trx
    .updateTable('position_action')
    .set({ state: 'DISMISSED', restore_at: null, ended_at: now, message: `Followed by: ${action.title}.` })
    .where('account_id', '=', account.id)
    .where('state', '=', 'STOPPED')
    .$if(action.symbol !== null, (query) => query.where('symbol', '=', action.symbol))
    .execute()
  // What is closed is not opened again by the rest of an entry that is being divided.
  if (closesAll(action)) await refuseRests(trx, clock, { accountId: account.id, symbol: action.symbol })
  const row = await trx
    .insertInto('position_action')
    .values({
      account_id: account.id,
      id,
      kind: action.kind,
      symbol: action.symbol,
      request_key: requestKey ?? id,
      body_hash: bodyHash,
      title: action.title,
      asked: action.asked === null ? null : JSON.stringify(action.asked),
      before: JSON.stringify(action.before.map(storedPosition)),
      state: 'RUNNING',
      message: 'Its orders are being sent.',
      turns: 1,
      next_at: new Date(now.getTime() + claimMs),
      touched_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertSteps(trx, row, { from: 0, steps: action.steps })
  await writeAudit(trx, clock, {
    actorId: account.owner_id,
    action: action.kind === 'FLATTEN' ? 'account.flatten' : 'position.act',
    objectType: 'account',
    objectId: account.id,
    after: { action: id, title: action.title, asked: action.asked, steps: action.steps.map(({ text }) => text) },
    requestId: asker.requestId,
    address: asker.address,
  })
  return { row, isNew: true }
}

const closesAll = ({ kind, asked }: NewAction): boolean =>
  kind === 'FLATTEN' || kind === 'REVERSE' || (asked?.kind === 'CLOSE' && asked.quantity === null)

/** Appends steps behind those that an action has already. */
export async function insertSteps(
  trx: Trx,
  { account_id, id }: Pick<ActionRow, 'account_id' | 'id'>,
  { from, steps }: { readonly from: number; readonly steps: readonly NewStep[] },
): Promise<void> {
  if (steps.length === 0) return
  await trx
    .insertInto('position_action_step')
    .values(
      steps.map(({ track, step, text }, index) => ({
        account_id,
        action_id: id,
        place: from + index,
        track,
        step: JSON.stringify(step),
        text,
        state: 'PENDING' as const,
      })),
    )
    .execute()
}
