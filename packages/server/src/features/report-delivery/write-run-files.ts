// The files of a run: written once and stored before anything is mailed, so that every attempt sends the same ones.
import { newYorkTimeText, toEpochMs } from '@clubfolio/domain'
import { abortableDb } from '../../db/abortable-db.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { PooledServices } from '../../services.ts'
import type { ReaderSession } from '../report/open-reader.ts'
import { readReportTable } from '../report/read-report.ts'
import { startTask, TaskCancelled, type RunningTask } from '../task/write-task.ts'
import { cancelledRunText, changeOwnRun, changeRun, type ClaimedRun } from './claimed-run.ts'
import { reportFileName } from './report-file.ts'
import { RendererStopped } from '../../kernel/renderer-stopped.ts'

/** Minimum interval between progress writes, by the machine's own time. */
const grainMs = 250

/** Writes the missing files and returns the report's number of rows. Files of an earlier attempt are reused. */
export async function writeRunFiles(
  services: PooledServices,
  run: ClaimedRun,
  asker: ReaderSession,
  signal: AbortSignal,
): Promise<number> {
  const { db, clock, renderer } = services
  const kept = await db
    .selectFrom('report_run as r')
    .leftJoin('report_file as f', 'f.run_id', 'r.id')
    .select(['r.row_count', 'f.format'])
    .where('r.id', '=', run.id)
    .execute()
  if (
    kept[0]?.row_count !== null &&
    kept[0] !== undefined &&
    run.formats.every((format) => kept.some((row) => row.format === format))
  )
    return kept[0].row_count
  const progress = await openProgress(services, run)
  const ends = AbortSignal.any([signal, progress.task.signal])
  try {
    // Reading may take as long as writing, and is aborted the same way.
    const table = await readReportTable({ ...services, db: abortableDb(services.pool, ends) }, asker, {
      report: run.report,
      ...run.request,
    })
    ends.throwIfAborted()
    const total = table.rowCount * run.formats.length
    await progress.task.advance(0, total)
    const files: { readonly format: (typeof run.formats)[number]; readonly content: Buffer }[] = []
    // Streamed rows would be consumed by the first file.
    const rows = run.formats.length > 1 ? await collect(table.rows) : table.rows
    for (const [index, format] of run.formats.entries()) {
      const content = await renderer.render({
        format,
        table: { ...table, rows },
        nowMs: clock.nowMs(),
        signal: ends,
        onProgress: (written) => progress.advance(index * table.rowCount + written, total),
      })
      files.push({ format, content })
    }
    await inTransaction(db, async (trx) => {
      await changeOwnRun(trx, run, { row_count: table.rowCount, percent: 100 })
      await trx.deleteFrom('report_file').where('run_id', '=', run.id).execute()
      for (const { format, content } of files)
        await trx
          .insertInto('report_file')
          .values({ run_id: run.id, format, file_name: reportFileName({ ...table, name: run.name }, format), content })
          .execute()
    })
    await progress.task.complete()
    return table.rowCount
  } catch (error) {
    const isCancelled = progress.task.signal.aborted
    if (isCancelled) await changeRun(db, run, { state: 'CANCELLED', ended_at: new Date(clock.nowMs()) })
    const reason: unknown = signal.aborted ? signal.reason : error
    await progress.task.fail(
      reason instanceof RendererStopped ? 'The server stopped. The report is written after the next start.' : reason,
    )
    throw isCancelled ? new TaskCancelled('cancelled') : error
  }
}

interface Progress {
  readonly task: RunningTask
  advance(written: number, total: number): void
}

/** Two runs of one report at the same time are two tasks, so the request time is part of the name. */
async function openProgress({ db, clock, log }: PooledServices, run: ClaimedRun): Promise<Progress> {
  const task = await startTask(db, clock, {
    name: `Report ${run.name}, ${newYorkTimeText(toEpochMs(run.requested_at.getTime())).slice(11)}`,
    total: 0,
    ownerId: run.owner_id,
    onCancel: cancelledRunText,
  })
  let toldMs = 0
  return {
    task,
    advance(written, total) {
      const nowMs = performance.now()
      if (nowMs - toldMs < grainMs) return
      toldMs = nowMs
      const percent = total === 0 ? 100 : Math.floor((written / total) * 100)
      Promise.all([task.advance(written, total), changeRun(db, run, { percent })]).catch((error: unknown) =>
        log.warn({ err: error }, 'the progress of a report could not be written'),
      )
    },
  }
}

async function collect<Item>(rows: Iterable<Item> | AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const row of rows) all.push(row)
  return all
}
