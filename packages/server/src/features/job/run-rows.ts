// Runs a job over its rows, each in isolation: a failing row does not block the others and backs off further with each
// failure (`record-row-failure.ts`). Only an unavailable or full database ends the run, because no row causes that.
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

/**
 * Runs the rows one by one and returns the results of those that succeeded: `await runRows(services, 'check-fund',
 * funds, { describe, work })`.
 */
export async function runRows<Row, Result>(
  services: JobServices,
  job: RowJobName,
  rows: readonly Row[],
  { describe, work }: RowWork<Row, Result>,
): Promise<Result[]> {
  return runTogether(services, job, rows, { describe, work: async ([row]) => [await work(row!)], atOnce: 1 })
}

export interface BatchWork<Row, Result> {
  /** For work that is not finished after this call; the code that finishes it calls `clearFailures`. */
  readonly isUnfinished?: boolean
  readonly describe: (row: Row) => JobRow
  /** Processes all of these rows or throws; after it threw, none may be left half done. */
  readonly work: (rows: readonly Row[]) => Promise<readonly Result[]>
  /** Maximum number of rows per batch. */
  readonly atOnce?: number
}

/**
 * Does the same for work that is cheaper in batches: a batch that fails is retried in halves, down to the single rows
 * that fail.
 * `await runTogether(services, 'watch-account-rule', rules, { describe, work: (some) => judge(some) })`
 */
export async function runTogether<Row, Result>(
  services: JobServices,
  job: RowJobName,
  rows: readonly Row[],
  { describe, work, atOnce = rows.length, isUnfinished = false }: BatchWork<Row, Result>,
): Promise<Result[]> {
  if (rows.length === 0) return []
  const known = await readFailures(
    services.db,
    job,
    rows.map((row) => describe(row).id),
  )
  const nowMs = services.clock.nowMs()
  const ready = rows.filter((row) => !((known.get(describe(row).id) ?? 0) > nowMs))
  const results: Result[] = []
  const waiting: (readonly Row[])[] = []
  for (let start = 0; start < ready.length; start += atOnce) waiting.push(ready.slice(start, start + atOnce))
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    try {
      results.push(...(await work(batch)))
      if (!isUnfinished)
        await clearFailures(
          services,
          job,
          batch.map((row) => describe(row).id).filter((id) => known.has(id)),
        )
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

/**
 * Returns the SQL condition that a row is in backoff now, for statements that select rows:
 * `sql`not ${isBackingOff('send-transfer', sql.ref('f.entry_id'), clock)}``.
 */
export const isBackingOff = (job: RowJobName, id: RawBuilder<unknown>, clock: Clock): RawBuilder<boolean> =>
  sql<boolean>`exists (select from job_failure rest where rest.job = ${job} and rest.row_id = ${id}
    and rest.next_at > ${new Date(clock.nowMs())})`

/** Returns the ids of the rows that are in backoff now. */
export async function backedOffIds(
  { db, clock }: Pick<JobServices, 'db' | 'clock'>,
  job: RowJobName,
): Promise<Set<string>> {
  const resting = await db
    .selectFrom('job_failure')
    .select('row_id')
    .where('job', '=', job)
    .where('next_at', '>', new Date(clock.nowMs()))
    .execute()
  return new Set(resting.map(({ row_id: id }) => id))
}

/** Returns the ids of the rows that failed and are due again. */
export async function idsDueForRetry(
  { db, clock }: Pick<JobServices, 'db' | 'clock'>,
  job: RowJobName,
): Promise<Set<string>> {
  const due = await db
    .selectFrom('job_failure')
    .select('row_id')
    .where('job', '=', job)
    .where('next_at', '<=', new Date(clock.nowMs()))
    .execute()
  return new Set(due.map(({ row_id: id }) => id))
}

/** Returns, by id, the time at which each failed row is retried. */
async function readFailures(db: Db, job: RowJobName, ids: readonly string[]): Promise<Map<string, number>> {
  const failed = await db.selectFrom('job_failure').select(['row_id', 'next_at']).where('job', '=', job).execute()
  const asked = new Set(ids)
  return new Map(failed.flatMap(({ row_id: id, next_at: nextAt }) => (asked.has(id) ? [[id, nextAt.getTime()]] : [])))
}

/** Deletes the failures of rows that succeeded. */
export async function clearFailures(
  { db }: Pick<JobServices, 'db'>,
  job: RowJobName,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('job_failure').where('job', '=', job).where('row_id', 'in', ids).execute()
}
