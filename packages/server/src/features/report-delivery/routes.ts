// Binds the calls for reports as files, by mail and on a schedule to their use cases.
import { Refusal, type ReportFormat } from '@clubfolio/contract'
import type { FileToSend, GroupHandlers } from '../../kernel/handler.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Services } from '../../services.ts'
import type { Asker } from '../report/open-reader.ts'
import { checkReportRequest, readReportPage } from '../report/read-report.ts'
import { cancelRun } from './cancel-run.ts'
import { downloadReport, type FileRequest } from './download-report.ts'
import { findRuns, findScheduleRuns, readRunFile } from './find-runs.ts'
import { checkRunCount, countMails, orderRun, storedRequest } from './order-run.ts'
import { runReport } from './run-reports.ts'
import { runScheduleNow } from './run-schedules.ts'
import { deleteSchedule, findSchedules, pauseSchedule, saveSchedule } from './schedules.ts'

interface Download {
  readonly body: FileRequest
  readonly session: Asker
  readonly caller: { readonly signal: AbortSignal }
}

export function reportDeliveryHandlers(services: Services): GroupHandlers<'reportDelivery'> {
  const { db, clock, background } = services
  const download = (format: ReportFormat) => ({ body, session, caller }: Download): Promise<FileToSend> => downloadReport(services, session, body, format, caller.signal)
  // Where pages are served by a process of their own, the worker takes it at its next turn.
  const startSoon = (id: string) => services.config.role !== 'web' && background.start('report', () => runReport(services, id))
  return {
    generatePdf: download('pdf'),
    generateExcel: download('xlsx'),
    generateCsv: download('csv'),
    sendPdfReportByEmail: async ({ body, session, caller, trx, afterCommit }) => {
      const { name } = await checkReportRequest(services, session, body)
      const { total } = await readReportPage(services, session, { ...body, limit: 1, offset: 0 })
      if (total === 0) throw new Refusal('reportEmpty')
      const recipients = [...new Set(body.emailList)]
      await countMails(trx, clock, session.userId, recipients.length)
      const id = (await orderRun(trx, clock, { ownerId: session.userId, kind: 'MAIL', report: body.report, name, request: storedRequest(body), formats: body.formats ?? ['pdf'], recipients, comment: body.comment ?? '' }))!
      await writeAudit(trx, clock, { actorId: session.userId, action: 'report.mail', objectType: 'report', objectId: id, after: { report: body.report, recipients }, requestId: caller.requestId, address: caller.address })
      afterCommit(() => startSoon(id))
      return { message: recipients.length === 1 ? 'The report is on its way to 1 address.' : `The report is on its way to ${recipients.length} addresses.`, id }
    },
    prepareReport: async ({ body, session, trx, afterCommit }) => {
      const { name } = await checkReportRequest(services, session, body)
      await checkRunCount(trx, session.userId)
      const id = (await orderRun(trx, clock, { ownerId: session.userId, kind: 'DOWNLOAD', report: body.report, name, request: storedRequest(body), formats: body.formats ?? ['pdf'], recipients: [], comment: '' }))!
      afterCommit(() => startSoon(id))
      return { message: `The report ${name} is being prepared.`, id }
    },
    findRuns: ({ session }) => findRuns(services, session.userId),
    cancelRun: async ({ body, session }) => {
      await cancelRun(services, session.userId, body.id)
      return { message: 'The report was given up.' }
    },
    downloadRun: ({ params, session }) => readRunFile(services, session.userId, params.runId, params.format),
    saveSchedule: async ({ body, session, caller, trx }) => {
      const id = await saveSchedule(services, trx, session, body)
      await writeAudit(trx, clock, { actorId: session.userId, action: 'report-schedule.save', objectType: 'report-schedule', objectId: id, after: { report: body.report, recipients: body.emailList }, requestId: caller.requestId, address: caller.address })
      return { message: `The schedule ${body.name} is saved.`, id }
    },
    findSchedules: ({ session }) => findSchedules(services, session),
    pauseSchedule: async ({ body, session }) => {
      await pauseSchedule(services, session.userId, body.id, body.isPaused)
      return { message: body.isPaused ? 'The schedule is paused.' : 'The schedule goes on.' }
    },
    deleteSchedule: async ({ body, session }) => {
      await deleteSchedule(db, session.userId, body.id)
      return { message: 'The schedule is deleted.' }
    },
    runSchedule: async ({ body, session, trx, afterCommit }) => {
      const id = await runScheduleNow(services, trx, session.userId, body.id)
      afterCommit(() => startSoon(id))
      return { message: 'The report runs now.' }
    },
    findScheduleRuns: ({ params, session }) => findScheduleRuns(services, session.userId, params.scheduleId),
  }
}
