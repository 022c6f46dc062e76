// The only writer of tasks: work reports its start, progress and outcome, and is notified when someone cancels it.
// Progress is written outside the work's own transactions, so that it is visible while they are open. While the work
// runs it renews a lease by the database's clock; a task whose lease has expired belonged to a process that died
// (`end-lost-tasks.ts`).
import { Refusal } from '@clubfolio/contract'
import type { UpdateObject } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { leaseEndAfter, renewEvery } from '../../kernel/lease.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { toTask, type TaskRow } from './task-row.ts'

/** Interval at which running work renews its lease and checks whether it was cancelled. */
const beatMs = 1_000
const leaseSeconds = 20
/** Minimum interval between progress writes, by the machine's own time; the end writes the last figures. */
const grainMs = 250
const mostNameCharacters = 200
const mostErrorCharacters = 500

/** Thrown when someone cancelled the work. The text states what that leaves. */
export class TaskCancelled extends Error {}

export interface RunningTask {
  readonly id: string
  /** Aborts with TaskCancelled when someone cancels the task; work checks it at each safe point. */
  readonly signal: AbortSignal
  /** Reports progress. Throws TaskCancelled when the task was cancelled, so a loop that advances stops there. */
  advance(position: number, total: number): Promise<void>
  complete(): Promise<void>
  /**
   * Ends the task by the thrown value: as cancelled, in the words of a refusal, or as a fault of ours. A string is used
   * as is.
   */
  fail(why: unknown): Promise<void>
}

export interface TaskOrder {
  readonly name: string
  readonly total: number
  /** Absent: the work concerns everybody. */
  readonly ownerId?: string
  /** What a cancellation leaves: "Nothing of this file was stored." Absent: the work cannot be cancelled. */
  readonly onCancel?: string
}

type TaskChange = UpdateObject<Tables, 'task'>

export async function startTask(
  db: Db,
  clock: Clock,
  { name, total, ownerId, onCancel }: TaskOrder,
): Promise<RunningTask> {
  const id = newId(clock)
  const wanted = new AbortController()
  const now = () => new Date(clock.nowMs())
  const lease = leaseEndAfter(leaseSeconds)
  let reached = { position: 0, total }
  let writtenMs = -Infinity
  let isOver = false

  const tell = async (change: (trx: Db) => Promise<TaskRow | undefined>): Promise<void> => {
    await inTransaction(db, async (trx) => {
      const row = await change(trx)
      if (!row) return
      await raiseMessage(trx, row.owner_id, { topic: 'task', task: toTask(row) })
      if (row.cancel_requested_at !== null) wanted.abort(new TaskCancelled(onCancel ?? ''))
    })
  }
  const change = (values: TaskChange) =>
    tell((trx) =>
      trx
        .updateTable('task')
        .set((eb) => ({
          ...reached,
          ...values,
          revision: eb('revision', '+', 1),
          updated_at: now(),
          lease_until: lease,
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    )

  let writing: Promise<unknown> = Promise.resolve()
  /** Writes are serialised: an unawaited step written after the end would mark the task as running again. */
  const write = (values: TaskChange): Promise<void> => {
    const written = writing.then(() => change(values))
    writing = written.catch(() => undefined)
    return written
  }

  await tell((trx) =>
    trx
      .insertInto('task')
      .values({
        id,
        owner_id: ownerId ?? null,
        name: plainLine(name, mostNameCharacters),
        ...reached,
        status: 'RUNNING',
        started_at: now(),
        updated_at: now(),
        ended_at: null,
        error: null,
        is_cancellable: onCancel !== undefined,
        cancel_requested_at: null,
        lease_until: lease,
      })
      .returningAll()
      .executeTakeFirst(),
  )

  // A task that was considered dead but is still alive continues.
  const alive = { status: 'RUNNING', ended_at: null, error: null } as const
  const endRenewal = renewEvery(beatMs, async () => {
    const row = await db
      .updateTable('task')
      .set({ lease_until: lease })
      .where('id', '=', id)
      .returning('cancel_requested_at')
      .executeTakeFirst()
    if (row?.cancel_requested_at) wanted.abort(new TaskCancelled(onCancel ?? ''))
  })

  const end = async (values: TaskChange): Promise<void> => {
    if (isOver) return
    isOver = true
    endRenewal()
    await write({ ...values, ended_at: now() })
  }

  return {
    id,
    signal: wanted.signal,
    async advance(position, known) {
      wanted.signal.throwIfAborted()
      reached = { position, total: known }
      const nowMs = performance.now()
      if (isOver || nowMs - writtenMs < grainMs) return
      writtenMs = nowMs
      await write(alive)
      wanted.signal.throwIfAborted()
    },
    complete: () => {
      // The last steps may not have been reported.
      reached = { position: reached.total, total: reached.total }
      return end({ status: 'COMPLETED', error: null })
    },
    async fail(why) {
      const cancelled: unknown = wanted.signal.aborted ? wanted.signal.reason : why
      if (cancelled instanceof TaskCancelled)
        await end({ status: 'CANCELLED', error: plainLine(cancelled.message, mostErrorCharacters) })
      else await end({ status: 'FAILED', error: plainLine(textOf(why), mostErrorCharacters) })
    },
  }
}

function textOf(why: unknown): string {
  if (typeof why === 'string') return why
  if (why instanceof TaskCancelled || why instanceof Refusal) return why.message
  return 'It stopped on a fault of ours, which is in the log. What was written before it started is unchanged.'
}

/**
 * Runs `work` as a task: completed when it returns, cancelled or failed when it throws, and the error is rethrown to
 * the caller.
 */
export async function runTask<Result>(
  db: Db,
  clock: Clock,
  order: TaskOrder,
  work: (task: RunningTask) => Promise<Result>,
): Promise<Result> {
  const task = await startTask(db, clock, order)
  try {
    const result = await work(task)
    await task.complete()
    return result
  } catch (error) {
    await task.fail(error)
    throw error
  }
}
