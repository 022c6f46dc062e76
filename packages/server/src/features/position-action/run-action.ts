// Runs the steps of a recorded action one after another under a claim. A step that fails stops the steps that depend on
// it; an answer that is lost, and a fill that takes its time, are waited for by the job. What is missing after a
// stopped action is placed again when its owner does not decide: no position stays without its stop beyond a reading.
import { Refusal } from '@clubfolio/contract'
import {
  type ActionStep,
  formatCode,
  formatQuantity,
  isSameCode,
  planRestore,
  quantityOfDraft,
  withoutClosed,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { StoredStep } from '../../db/tables/position-action-tables.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { maskedAccount } from '../account/account-name.ts'
import { readAccountShared } from '../account/shared-broker-reads.ts'
import { readFillsOnce } from '../account-reading/read-after-fill.ts'
import { recordNotification } from '../notification/record-notification.ts'
import type { Requester } from '../order/order-request.ts'
import { accessOf, type TradedAccount } from '../order/traded-account.ts'
import { actionLease, type ActionRow, rewriteStep, type StepRow, stepsOf, writeStep } from './action-row.ts'
import { describeStep } from './action-words.ts'
import { findOpenOrders } from './find-exits.ts'
import { isClosingMarket } from './judge-action.ts'
import { lookForPosition } from './look-at-position.ts'
import { outcomeOfOrder, refreshPlaced, sendStep } from './send-step.ts'
import { settleStep } from './settle-step.ts'
import { actedPosition } from './stored-position.ts'

/** After this long without progress the market has moved on: what is left is not sent without being asked for. */
export const resumeMs = 120_000
/** How long the owner of a stopped action has to decide before its stop is placed again: about one reading. */
export const decideMs = 60_000
const againMs = 2_000
/** The market opens at its own time; until then the account's orders are read every few seconds anyway. */
const openingMs = 10_000
/** How often the call that started an action looks for a fill itself, before it leaves that to the job. */
const rounds = 4
const roundMs = 300

/** The track of the steps that place the stop again. */
export const restoreTrack = 'restore'
const isRestore = ({ track }: StepRow): boolean => track === restoreTrack

/** Steps that count for how an action ends: of one that is being restored, only those that restore. */
const counted = ({ is_restoring: isRestoring }: ActionRow, steps: readonly StepRow[]): StepRow[] =>
  steps.filter((step) => !isRestoring || isRestore(step))

/** Runs until everything is sent, something is waited for, or a step fails. */
export async function runAction(
  services: Services,
  account: TradedAccount,
  row: ActionRow,
  asker: Requester,
): Promise<void> {
  const once = readFillsOnce(services)
  try {
    await runRounds(once.services, account, row, asker)
  } finally {
    await once.read()
  }
}

async function runRounds(services: Services, account: TradedAccount, row: ActionRow, asker: Requester): Promise<void> {
  for (let round = 1; ; round++) {
    if (!(await sendAll(services, account, row, asker))) return
    const isWaiting = await conclude(services, account, row)
    if (!isWaiting || round > rounds) return
    await services.pause(roundMs)
    if (!(await actionLease.change(services.db, row, { state: 'RUNNING' }))) return
  }
}

/** Sends every step that can be sent; returns false when another worker has the action by now. */
async function sendAll(services: Services, account: TradedAccount, row: ActionRow, asker: Requester): Promise<boolean> {
  // After a long silence only what was begun is settled.
  const isLate = services.clock.nowMs() - row.touched_at.getTime() > resumeMs
  const unknown = new Set<number>()
  await followPlaced(services, account, row)
  for (;;) {
    if (!(await actionLease.renew(services, row))) return false
    const next = nextStep(counted(row, await stepsOf(services.db, row)), unknown)
    if (next === undefined) return true
    if (isLate && next.state === 'PENDING') return true
    const outcome = isLate ? await settleStep(services, account, next) : await send(services, account, { next, asker })
    if (outcome.state === 'UNKNOWN') unknown.add(next.place)
    else if (outcome.state === 'OVERTAKEN') {
      const step = withOvertaken(next.step, outcome.step)
      const text = describeStep(step, await findOpenOrders(services.db, account.id))
      await rewriteStep(services.db, next, { step, text })
    } else if (outcome.state === 'DONE' && outcome.closed !== undefined)
      await takeOff(services, row, next, { ...outcome, closed: outcome.closed })
    else
      await writeStep(services, next, {
        state: outcome.state,
        order_id: outcome.orderId,
        reason: outcome.reason,
      })
  }
}

interface LateCancellation {
  readonly orderId: string | null
  readonly reason: string | null
  /** What the exit has closed before its cancellation arrived. */
  readonly closed: Decimal
}

/**
 * Writes that an exit is cancelled and makes the steps behind it smaller by what it has closed meanwhile: together, so
 * that a process that dies between the two takes nothing off twice.
 */
async function takeOff(
  { db, clock }: Services,
  row: ActionRow,
  cancelled: StepRow,
  { orderId, reason, closed }: LateCancellation,
): Promise<void> {
  const orders = await findOpenOrders(db, row.account_id)
  await inTransaction(db, async (trx) => {
    await trx
      .selectFrom('position_action')
      .select('id')
      .where('account_id', '=', row.account_id)
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirst()
    const steps = await stepsOf(trx, row)
    // A worker that lost its claim meanwhile comes second.
    if (steps.some(({ place, state }) => place === cancelled.place && state === 'DONE')) return
    const behind = steps.filter(
      ({ place, track, state }) => place > cancelled.place && track === cancelled.track && state === 'PENDING',
    )
    const left = withoutClosed(
      behind.map(({ step }) => step),
      closed,
    )
    for (const [index, old] of behind.entries()) {
      const rest = left[index]
      if (rest === undefined || rest === old.step) continue
      const step = withOvertaken(old.step, rest)
      await rewriteStep(trx, old, { step, text: rest === null ? old.text : describeStep(step, orders) })
      if (rest === null) await writeStep({ db: trx, clock }, old, { state: 'SKIPPED', reason: nothingLeft })
    }
    await writeStep({ db: trx, clock }, cancelled, { state: 'DONE', order_id: orderId, reason })
  })
}

const nothingLeft = 'The order that was cancelled had closed it already.'

/**
 * Keeps on the rest of a step what was closed of it, which counts when the action is continued; on the step itself when
 * nothing is left of it.
 */
function withOvertaken(before: StoredStep, rest: ActionStep | null): StoredStep {
  if (before.kind === 'CANCEL' || rest?.kind === 'CANCEL') return rest ?? before
  const closed = new Decimal(quantityOfDraft(before.order)).minus(rest === null ? 0 : quantityOfDraft(rest.order))
  return { ...(rest ?? before), overtaken: closed.plus(before.overtaken ?? 0).toFixed() }
}

async function send(
  services: Services,
  account: TradedAccount,
  { next, asker }: { readonly next: StepRow; readonly asker: Requester },
): Promise<Awaited<ReturnType<typeof sendStep>>> {
  const { step } = next
  if (step.kind === 'PLACE' && step.waitsForFlat && next.state === 'PENDING') {
    const held = await heldNow(services, account, step.symbol)
    if (held === undefined) return { state: 'UNKNOWN' }
    if (!held.isZero())
      return {
        state: 'FAILED',
        orderId: null,
        reason: `${formatQuantity(held.abs().toFixed())} are still held, so the other side was not opened.`,
      }
  }
  if (next.state === 'PENDING') await writeStep(services, next, { state: 'STARTED' })
  return sendStep(services, account, next, asker)
}

/** Returns what is held at the brokerage now; undefined while it does not answer. */
async function heldNow(services: Services, account: TradedAccount, code: string): Promise<Decimal | undefined> {
  try {
    const broker = services.brokers.brokerOf(account)
    const { positions } = await readAccountShared(broker, accessOf(services, account), account.hash_value)
    return new Decimal(positions.find(({ symbol }) => isSameCode(symbol, code))?.quantity ?? 0)
  } catch (error) {
    if (error instanceof BrokerFailure) return undefined
    throw error
  }
}

/** Returns the next step to send or to settle: the first of its track that is not over, unless that has failed. */
function nextStep(steps: readonly StepRow[], unknown: ReadonlySet<number>): StepRow | undefined {
  const stuck = new Set<string>()
  const unfilled = new Set<string>()
  const going = new Set(stepsUnderWay(steps).map(({ track }) => track))
  for (const row of steps) {
    const { track, state, step, place } = row
    if (stuck.has(track)) continue
    if (state === 'PENDING' && step.after?.some((other) => going.has(other)) === true) {
      stuck.add(track)
      continue
    }
    if (state === 'FAILED' || unknown.has(place)) stuck.add(track)
    else if (state === 'PLACED') unfilled.add(track)
    else if (state === 'STARTED' || state === 'PENDING') {
      if (step.kind === 'PLACE' && step.waitsForFlat && unfilled.has(track)) stuck.add(track)
      else return row
    }
  }
  return undefined
}

/**
 * Returns the steps that are being sent, wait for a fill, or are still to be sent because nothing before them failed.
 */
function stepsUnderWay(steps: readonly StepRow[]): StepRow[] {
  const failed = new Set(steps.filter(({ state }) => state === 'FAILED').map(({ track }) => track))
  return steps.filter(
    ({ state, track }) => state === 'STARTED' || state === 'PLACED' || (state === 'PENDING' && !failed.has(track)),
  )
}

/** Reads the orders at the market that were not filled yet. */
async function followPlaced(services: Services, account: TradedAccount, row: ActionRow): Promise<void> {
  for (const placed of await stepsOf(services.db, row)) {
    const { step, state, order_id: orderId } = placed
    if (state !== 'PLACED' || step.kind === 'CANCEL' || orderId === null) continue
    if (!(await waitsForOpening(services, account, orderId))) await refreshPlaced(services, account, orderId)
    const outcome = await outcomeOfOrder(services, account, step, orderId)
    if (outcome.state === 'UNKNOWN' || (outcome.state === 'PLACED' && outcome.reason === placed.reason)) continue
    await writeStep(services, placed, { state: outcome.state, reason: outcome.reason })
  }
}

async function waitsForOpening({ db }: Services, account: TradedAccount, orderId: string): Promise<boolean> {
  const order = await db
    .selectFrom('broker_order')
    .select('status')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  return order?.status === 'PENDING_ACTIVATION'
}

/** Writes how the action is now. Returns whether something may happen within moments. */
async function conclude(services: Services, account: TradedAccount, row: ActionRow): Promise<boolean> {
  const steps = counted(row, await stepsOf(services.db, row))
  const failedTracks = new Set(steps.filter(({ state }) => state === 'FAILED').map(({ track }) => track))
  const going = stepsUnderWay(steps)
  const begun = going.filter(({ state }) => state !== 'PENDING')
  const isLate = services.clock.nowMs() - row.touched_at.getTime() > resumeMs
  const isAbandoned = isLate && begun.length === 0 && going.length > 0
  if (going.length > 0 && !isAbandoned) return waitFor(services, account, row, begun)
  if (isAbandoned || failedTracks.size > 0) {
    await stop(services, account, { row, steps, isAbandoned })
    return false
  }
  await finish(services, account, row)
  return false
}

async function waitFor(
  services: Services,
  account: TradedAccount,
  row: ActionRow,
  begun: readonly StepRow[],
): Promise<boolean> {
  const opening = await Promise.all(
    begun.map(
      async ({ state, order_id: id }) => state === 'PLACED' && id !== null && waitsForOpening(services, account, id),
    ),
  )
  const isForOpening = begun.length > 0 && opening.every(Boolean)
  const unknown = begun.find(({ state }) => state === 'STARTED')
  const placed = begun.find(({ state }) => state === 'PLACED')
  const message = isForOpening
    ? 'Waits for the market to open.'
    : begun.length === 0
      ? 'The brokerage does not answer; it is asked again.'
      : unknown !== undefined
        ? 'The answer of the brokerage was lost: the order is being looked for, and nothing is sent twice.'
        : `Waits for order ${placed?.order_id ?? ''} to be filled.${placed?.reason ? ` ${placed.reason}` : ''}`
  const nextAt = new Date(services.clock.nowMs() + (isForOpening ? openingMs : againMs))
  await actionLease.change(services.db, row, { state: 'WAITING', message, next_at: nextAt })
  return !isForOpening && unknown === undefined
}

async function finish(services: Services, account: TradedAccount, row: ActionRow): Promise<void> {
  const state = row.is_restoring ? ('RESTORED' as const) : ('DONE' as const)
  const isSold = counted(row, await stepsOf(services.db, row)).some(
    ({ step }) => step.kind !== 'CANCEL' && isClosingMarket(step.order),
  )
  const message = row.is_restoring
    ? isSold
      ? 'The price had passed the stop, so it was closed at the market.'
      : 'The stop was placed again.'
    : row.kind === 'FLATTEN'
      ? await describeFlat(services, account)
      : 'All of its orders were sent.'
  await end(services, row, { state, message })
}

/** An entry may have been filled while it was cancelled. */
async function describeFlat(services: Services, account: TradedAccount): Promise<string> {
  try {
    const broker = services.brokers.brokerOf(account)
    const { positions } = await readAccountShared(broker, accessOf(services, account), account.hash_value)
    const left = positions.filter(({ quantity }) => !new Decimal(quantity).isZero())
    if (left.length > 0)
      return `${left.map(({ symbol }) => formatCode(symbol)).join(', ')} came in meanwhile and is still held.`
  } catch (error) {
    if (!(error instanceof BrokerFailure)) throw error
  }
  return 'Every order is cancelled and every position is closed.'
}

/** Ends an action; what was not sent never is. */
export async function end(
  services: Services,
  row: ActionRow,
  { state, message }: { readonly state: 'DONE' | 'RESTORED' | 'DISMISSED'; readonly message: string },
): Promise<void> {
  await skipPending(services, row, message)
  await actionLease.change(services.db, row, {
    state,
    message,
    restore_at: null,
    ended_at: new Date(services.clock.nowMs()),
    next_at: new Date(services.clock.nowMs()),
  })
}

export async function skipPending({ db }: Services, row: ActionRow, reason: string): Promise<void> {
  await db
    .updateTable('position_action_step')
    .set({ state: 'SKIPPED', reason })
    .where('account_id', '=', row.account_id)
    .where('action_id', '=', row.id)
    .where('state', '=', 'PENDING')
    .where('track', '!=', restoreTrack)
    .execute()
}

interface StopOptions {
  readonly row: ActionRow
  readonly steps: readonly StepRow[]
  /** Too much time has passed to send what is left: a fill was slow, or the process that ran it died. */
  readonly isAbandoned: boolean
}

async function stop(
  services: Services,
  account: TradedAccount,
  { row, steps, isAbandoned }: StopOptions,
): Promise<void> {
  const { clock, db } = services
  const left = await lookAfter(services, account, row)
  if (left !== undefined && row.kind === 'CLOSE' && !row.is_restoring && left.every(({ held }) => held.isZero())) {
    await end(services, row, {
      state: 'DONE',
      message: 'Another order has already closed this position.',
    })
    return
  }
  const failed = steps.filter(({ state }) => state === 'FAILED')
  const [first] = failed
  const why = isAbandoned
    ? 'More than two minutes passed before its next order could be sent, so it was not.'
    : `Step ${(first?.place ?? 0) + 1} failed: ${first?.reason ?? ''}`
  const open = (left ?? []).filter(({ missing }) => missing.greaterThan(0))
  const naked = open.map(
    ({ symbol, held, missing }) =>
      `${formatQuantity(missing.toFixed())} of ${formatQuantity(held.abs().toFixed())} ` +
      `${formatCode(symbol)} have no stop now.`,
  )
  const message = [why, ...naked].join(' ')
  // Where the brokerage does not answer, what is missing is looked at again then.
  const mayLack = left === undefined || open.length > 0
  const nowMs = clock.nowMs()
  // A position that was without its stop while an answer was looked for waits no longer.
  const hasWaited = nowMs - row.touched_at.getTime() >= decideMs
  await actionLease.change(db, row, {
    state: 'STOPPED',
    message,
    restore_at: mayLack ? new Date(nowMs + (hasWaited && !row.is_restoring ? 0 : decideMs)) : null,
    next_at: new Date(nowMs),
  })
  await recordNotification(db, clock, {
    userId: account.owner_id,
    kind: 'ORDER_NOT_PLACED',
    key: `position-action.stopped ${row.id} ${row.is_restoring ? 'restoring' : (first?.place ?? 'late')}`,
    title: 'An action on a position stopped',
    link: '/operation',
    text: `${row.title} in account ${maskedAccount(account)}: ${message} Operations offers to go on or to repair it.`,
  })
}

interface LeftAfter {
  readonly symbol: string
  readonly held: Decimal
  /** What had a stop before the action and has none now. */
  readonly missing: Decimal
}

/** Returns what is held and unprotected now; undefined while the brokerage does not answer. */
async function lookAfter(
  services: Services,
  account: TradedAccount,
  row: ActionRow,
): Promise<readonly LeftAfter[] | undefined> {
  try {
    const found: LeftAfter[] = []
    for (const stored of row.before) {
      const before = actedPosition(stored)
      const { position, market } = await lookForPosition(services, account, before.symbol)
      const missing = planRestore(before, position, market).reduce(
        (sum, step) =>
          step.kind !== 'CANCEL' && step.order.kind === 'ENTRY' ? sum.plus(step.order.terms.quantity) : sum,
        new Decimal(0),
      )
      found.push({ symbol: position.symbol, held: position.held, missing })
    }
    return found
  } catch (error) {
    if (error instanceof BrokerFailure || error instanceof Refusal) return undefined
    throw error
  }
}
