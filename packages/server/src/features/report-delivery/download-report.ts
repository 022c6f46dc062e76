// A report as a file that the caller waits for. It is written in a thread; a long one is a task, and ends when the
// caller disconnects.
import { Refusal, type ReportFormat } from '@clubfolio/contract'
import { abortableDb } from '../../db/abortable-db.ts'
import type { FileToSend } from '../../kernel/handler.ts'
import type { PooledServices } from '../../services.ts'
import type { ReaderSession } from '../report/open-reader.ts'
import { readReportTable, type ReportRequest } from '../report/read-report.ts'
import { startTask, TaskCancelled } from '../task/write-task.ts'
import { reportFileName } from './report-file.ts'

/** Shorter reports finish before anyone could read the task. */
const taskFrom = 1_000

/** Part of the task's name, to distinguish two files of one report. */
const formatNames: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' }

export type FileRequest = ReportRequest & { readonly column?: readonly string[] | null | undefined }

export interface DownloadReportOptions {
  readonly request: FileRequest
  readonly format: ReportFormat
  readonly signal: AbortSignal
}

export async function downloadReport(
  services: PooledServices,
  asker: ReaderSession,
  { request, format, signal }: DownloadReportOptions,
): Promise<FileToSend> {
  const { db, clock, renderer, log } = services
  const table = await readReportTable({ ...services, db: abortableDb(services.pool, signal) }, asker, request).catch(
    (error: unknown) => {
      throw signal.aborted ? new Refusal('reportCancelled') : error
    },
  )
  if (table.rowCount === 0) throw new Refusal('reportEmpty')
  const task =
    table.rowCount < taskFrom
      ? undefined
      : await startTask(db, clock, {
          name: `Report ${table.name} as ${formatNames[format]}`,
          total: table.rowCount,
          ownerId: asker.userId,
          onCancel: 'Nothing was written.',
        })
  const ends = task === undefined ? signal : AbortSignal.any([signal, task.signal])
  try {
    const content = await renderer.render({
      format,
      table,
      nowMs: clock.nowMs(),
      signal: ends,
      onProgress: (rows) =>
        void task
          ?.advance(rows, table.rowCount)
          .catch((error: unknown) => log.warn({ err: error }, 'the progress of a report could not be written')),
    })
    await task?.complete()
    return { fileName: reportFileName(table, format), content }
  } catch (error) {
    await task?.fail(signal.aborted ? new TaskCancelled('The user who asked for it left. Nothing was written.') : error)
    throw ends.aborted ? new Refusal('reportCancelled') : error
  }
}
