// Goes through the rows of a job, each by itself: what one fails at keeps no other from its turn, and one that failed rests longer each
// time (`record-row-failure.ts`). Only a database that is away or full ends the turn, because that is no row's fault.
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { refusalOfDatabase } from '../../kernel/database-refusal.ts'
import type { JobRow, JobServices } from './job-row.ts'
import { recordRowFailure } from './record-row-failure.ts'
import type { RowJobName } from './row-jobs.ts'

export interface RowWork<Row, Result> {
  readonly describe: (row: Row) => JobRow
  readonly work: (row: Row) => Promise<Result>
}

/** Answers what came of the rows that were done: `await runRows(services, 'check-fund', funds, { describe, work })`. */
export async function runRows<Row, Result>(services: JobServices, job: RowJobName, rows: readonly Row[], { describe, work }: RowWork<Row, Result>): Promise<Result[]> {
  return runTogether(services, job, rows, { describe, work: async ([row]) => [await work(row!)], atOnce: 1 })
}

export interface BatchWork<Row, Result> {
  /** For work that is not over with this: whoever ends it says so by `forgetFailures`. */
  readonly isUnfinished?: boolean
  readonly describe: (row: Row) => JobRow
  /** Does all of these or throws; after it threw, none of them may be half done. */
  readonly work: (rows: readonly Row[]) => Promise<readonly Result[]>
  /** So many rows together at most. */
  readonly atOnce?: number
}

/**
 * The same for work that is cheaper on many rows together: a batch that fails is done again in halves, down to the rows that fail alone.
 * `await runTogether(services, 'watch-account-rule', rules, { describe, work: (some) => judge(some) })`
 */
export async function runTogether<Row, Result>(services: JobServices, job: RowJobName, rows: readonly Row[], { describe, work, atOnce = rows.length, isUnfinished = false }: BatchWork<Row, Result>): Promise<Result[]> {
  if (rows.length === 0) return []
  const known = await readFailures(services.db, job, rows.map((row) => describe(row).id))
  const nowMs = services.clock.nowMs()
  const ready = rows.filter((row) => !((known.get(describe(row).id) ?? 0) > nowMs))
  const results: Result[] = []
  const waiting: (readonly Row[])[] = []
  for (let start = 0; start < ready.length; start += atOnce) waiting.push(ready.slice(start, start + atOnce))
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    try {
      results.push(...(await work(batch)))
      if (!isUnfinished) await forgetFailures(services, job, batch.map((row) => describe(row).id).filter((id) => known.has(id)))
    } catch (error) {
      if (refusalOfDatabase(error) !== undefined) throw error
      const [only] = batch
      const half = Math.ceil(batch.length / 2)
      if (batch.length > 1) waiting.unshift(batch.slice(0, half), batch.slice(half))
      else await recordRowFailure(services, job, describe(only!), error)
    }
  }
  return results
}

/** Whether a row rests now, for a statement that picks rows: `sql`not ${isResting('send-transfer', sql.ref('f.entry_id'), clock)}``. */
export const isResting = (job: RowJobName, id: RawBuilder<unknown>, clock: Clock): RawBuilder<boolean> =>
  sql<boolean>`exists (select from job_failure rest where rest.job = ${job} and rest.row_id = ${id} and rest.next_at > ${new Date(clock.nowMs())})`

/** The ids of the rows that rest now. */
export async function restingIds({ db, clock }: Pick<JobServices, 'db' | 'clock'>, job: RowJobName): Promise<Set<string>> {
  const resting = await db.selectFrom('job_failure').select('row_id').where('job', '=', job).where('next_at', '>', new Date(clock.nowMs())).execute()
  return new Set(resting.map(({ row_id: id }) => id))
}

/** The ids of the rows that failed and have their turn again. */
export async function dueAgain({ db, clock }: Pick<JobServices, 'db' | 'clock'>, job: RowJobName): Promise<Set<string>> {
  const due = await db.selectFrom('job_failure').select('row_id').where('job', '=', job).where('next_at', '<=', new Date(clock.nowMs())).execute()
  return new Set(due.map(({ row_id: id }) => id))
}

/** When each of the rows that failed is tried again, by id. */
async function readFailures(db: Db, job: RowJobName, ids: readonly string[]): Promise<Map<string, number>> {
  const failed = await db.selectFrom('job_failure').select(['row_id', 'next_at']).where('job', '=', job).execute()
  const asked = new Set(ids)
  return new Map(failed.flatMap(({ row_id: id, next_at: nextAt }) => (asked.has(id) ? [[id, nextAt.getTime()]] : [])))
}

/** These were done. */
export async function forgetFailures({ db }: Pick<JobServices, 'db'>, job: RowJobName, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('job_failure').where('job', '=', job).where('row_id', 'in', ids).execute()
}
