// The one writer of tasks: work says that it begins, how far it is, and how it ended, and hears when somebody cancels it. Progress is
// written outside the work's own transactions, so that it is seen while they are open. While it runs it renews a lease by the
// database's clock; a task whose lease has run out belonged to a process that died (`end-lost-tasks.ts`).
import { Refusal } from '@clubfolio/contract'
import { sql, type UpdateObject } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { toTask, type TaskRow } from './task-row.ts'

/** How often running work says that it lives and asks whether it is still wanted. */
const beatMs = 1_000
const leaseSeconds = 20
/** Progress is written this often at most, by the machine's own time; the end brings the last figures. */
const grainMs = 250
const mostNameCharacters = 200
const mostErrorCharacters = 500

/** Why work stopped: somebody cancelled it. The text says what that leaves. */
export class TaskCancelled extends Error {}

export interface RunningTask {
  readonly id: string
  /** Aborts with TaskCancelled when somebody cancels the task; work looks at it at each safe point. */
  readonly signal: AbortSignal
  /** Says how far it is. Throws TaskCancelled when the task was cancelled, so a loop that advances stops there. */
  advance(position: number, total: number): Promise<void>
  complete(): Promise<void>
  /** Ends it by what was thrown: as cancelled, in the words of a refusal, or as a fault of ours. A text stands as it is. */
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

export async function startTask(db: Db, clock: Clock, { name, total, ownerId, onCancel }: TaskOrder): Promise<RunningTask> {
  const id = newId(clock)
  const wanted = new AbortController()
  const now = () => new Date(clock.nowMs())
  const lease = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
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
        .set((eb) => ({ ...reached, ...values, revision: eb('revision', '+', 1), updated_at: now(), lease_until: lease }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    )

  let writing: Promise<unknown> = Promise.resolve()
  /** One after the other: a step that nobody waited for, written after the end, would make the task run again. */
  const write = (values: TaskChange): Promise<void> => {
    const written = writing.then(() => change(values))
    writing = written.catch(() => undefined)
    return written
  }

  await tell((trx) =>
    trx
      .insertInto('task')
      .values({
        id, owner_id: ownerId ?? null, name: plainLine(name, mostNameCharacters), ...reached, status: 'RUNNING', started_at: now(), updated_at: now(), ended_at: null,
        error: null, is_cancellable: onCancel !== undefined, cancel_requested_at: null, lease_until: lease,
      })
      .returningAll()
      .executeTakeFirst(),
  )

  // Whoever was silent for so long that he counted as dead, and is not, goes on.
  const alive = { status: 'RUNNING', ended_at: null, error: null } as const
  const beat = setInterval(() => {
    db.updateTable('task')
      .set({ lease_until: lease })
      .where('id', '=', id)
      .returning('cancel_requested_at')
      .executeTakeFirst()
      // A beat that failed is followed by another; without any the lease runs out, as it should.
      .then((row) => row?.cancel_requested_at && wanted.abort(new TaskCancelled(onCancel ?? '')), () => undefined)
  }, beatMs)
  beat.unref()

  const end = async (values: TaskChange): Promise<void> => {
    if (isOver) return
    isOver = true
    clearInterval(beat)
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
      // The last steps may have been told to nobody.
      reached = { position: reached.total, total: reached.total }
      return end({ status: 'COMPLETED', error: null })
    },
    async fail(why) {
      const cancelled: unknown = wanted.signal.aborted ? wanted.signal.reason : why
      if (cancelled instanceof TaskCancelled) await end({ status: 'CANCELLED', error: plainLine(cancelled.message, mostErrorCharacters) })
      else await end({ status: 'FAILED', error: plainLine(textOf(why), mostErrorCharacters) })
    },
  }
}

function textOf(why: unknown): string {
  if (typeof why === 'string') return why
  if (why instanceof TaskCancelled || why instanceof Refusal) return why.message
  return 'It stopped on a fault of ours, which is in the log. What was written before it started is unchanged.'
}

/** Runs `work` as a task: completed when it returns, cancelled or failed when it throws, which the caller hears as well. */
export async function runTask<Result>(db: Db, clock: Clock, order: TaskOrder, work: (task: RunningTask) => Promise<Result>): Promise<Result> {
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
