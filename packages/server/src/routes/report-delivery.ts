// Binds the calls for reports as files, by mail and on a schedule to their use cases.
import { Refusal, type ReportFormat } from '@clubfolio/contract'
import type { FileToSend, GroupHandlers } from '../kernel/handler.ts'
import { writeAudit } from '../kernel/audit.ts'
import type { PooledServices } from '../services.ts'
import type { ReaderSession } from '../features/report/open-reader.ts'
import { checkReportRequest, readReportPage } from '../features/report/read-report.ts'
import { cancelRun } from '../features/report-delivery/cancel-run.ts'
import { downloadReport, type FileRequest } from '../features/report-delivery/download-report.ts'
import { findReportRuns, findScheduleRuns, readRunFile } from '../features/report-delivery/find-runs.ts'
import { newRecipientsMail } from '../features/report-delivery/new-recipients-mail.ts'
import { checkRunCount, countMails, orderRun, storedRequest } from '../features/report-delivery/order-run.ts'
import { runReport } from '../features/report-delivery/run-reports.ts'
import { runScheduleNow } from '../features/report-delivery/run-schedules.ts'
import { deleteSchedule, findSchedules, pauseSchedule, saveSchedule } from '../features/report-delivery/schedules.ts'

interface Download {
  readonly services: PooledServices
  readonly body: FileRequest
  readonly session: ReaderSession
  readonly caller: { readonly signal: AbortSignal }
}

const download =
  (format: ReportFormat) =>
  ({ services, body, session, caller }: Download): Promise<FileToSend> =>
    downloadReport(services, session, { request: body, format, signal: caller.signal })

/** If a separate process serves the pages, the worker takes the run in its next turn. */
const startSoon = (id: string) => (services: PooledServices) => {
  if (services.config.role !== 'web') services.background.start('report', () => runReport(services, id))
}

export const reportDeliveryHandlers: GroupHandlers<'reportDelivery'> = {
  generatePdf: download('pdf'),
  generateExcel: download('xlsx'),
  generateCsv: download('csv'),
  sendPdfReportByEmail: async ({ services, body, session, caller, trx, afterCommit }) => {
    const { name } = await checkReportRequest(services, session, body)
    const { total } = await readReportPage(services, session, { ...body, limit: 1, offset: 0 })
    if (total === 0) throw new Refusal('reportEmpty')
    const recipients = [...new Set(body.emailList)]
    await countMails(trx, services.clock, session.userId, recipients.length)
    const id = (await orderRun(trx, services.clock, {
      ownerId: session.userId,
      kind: 'MAIL',
      report: body.report,
      name,
      request: storedRequest(body),
      formats: body.formats ?? ['pdf'],
      recipients,
      comment: body.comment ?? '',
    }))!
    await writeAudit(trx, services.clock, {
      actorId: session.userId,
      action: 'report.mail',
      objectType: 'report',
      objectId: id,
      after: { report: body.report, recipients },
      requestId: caller.requestId,
      address: caller.address,
    })
    afterCommit(startSoon(id))
    return {
      message:
        recipients.length === 1
          ? 'The report is on its way to 1 address.'
          : `The report is on its way to ${recipients.length} addresses.`,
      id,
    }
  },
  prepareReport: async ({ services, body, session, trx, afterCommit }) => {
    const { name } = await checkReportRequest(services, session, body)
    await checkRunCount(trx, session.userId)
    const id = (await orderRun(trx, services.clock, {
      ownerId: session.userId,
      kind: 'DOWNLOAD',
      report: body.report,
      name,
      request: storedRequest(body),
      formats: body.formats ?? ['pdf'],
      recipients: [],
      comment: '',
    }))!
    afterCommit(startSoon(id))
    return { message: `The report ${name} is being prepared.`, id }
  },
  findRuns: ({ services, session }) => findReportRuns(services, session.userId),
  cancelRun: async ({ services, body, session }) => {
    await cancelRun(services, session.userId, body.id)
    return { message: 'Report cancelled.' }
  },
  downloadRun: ({ services, params, session }) => readRunFile(services, session, params.runId, params.format),
  saveSchedule: async ({ services, body, session, caller, trx, afterCommit }) => {
    const { id, newRecipients } = await saveSchedule(services, trx, session, body)
    await writeAudit(trx, services.clock, {
      actorId: session.userId,
      action: 'report-schedule.save',
      objectType: 'report-schedule',
      objectId: id,
      after: { report: body.report, recipients: body.emailList },
      requestId: caller.requestId,
      address: caller.address,
    })
    // A schedule that somebody else made must not stay unnoticed.
    const others = newRecipients.filter((address) => address !== session.email)
    if (others.length > 0)
      afterCommit(({ background, mail, config }) =>
        background.start('mail about a schedule', () =>
          mail.send(newRecipientsMail(session.email, { name: body.name, others, origin: config.origin })),
        ),
      )
    return { message: `The schedule ${body.name} is saved.`, id }
  },
  findSchedules: ({ services, session }) => findSchedules(services, session),
  pauseSchedule: async ({ services, body, session }) => {
    await pauseSchedule(services, session, body.id, body.isPaused)
    return { message: body.isPaused ? 'The schedule is paused.' : 'The schedule goes on.' }
  },
  deleteSchedule: async ({ services, body, session }) => {
    await deleteSchedule(services.db, session.userId, body.id)
    return { message: 'The schedule is deleted.' }
  },
  runSchedule: async ({ services, body, session, trx, afterCommit }) => {
    const id = await runScheduleNow(services, trx, session.userId, body.id)
    afterCommit(startSoon(id))
    return { message: 'The report runs now.' }
  },
  findScheduleRuns: ({ services, params, session }) => findScheduleRuns(services, session.userId, params.scheduleId),
}
