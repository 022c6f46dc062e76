// Reports as files, by mail and on a schedule. The specification has generate-pdf and send-pdf-report-by-email; the
// other calls are ours. Source: docs/rules/trading.md, "Static reports".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { createdReply, email, id, messageReply, onlyId } from './field.ts'
import { deletionOf, keptName } from './kept.ts'
import type { RefusalDefinition } from './refusal.ts'
import { reportColumnsInput, reportInput, FilledFilter, readingRefusals, sortDirections } from './report.ts'
import { type DownloadedFile, route } from './route.ts'
import { instant, percent } from './wire.ts'

/** Maximum number of recipients of one mail. */
export const reportRecipientLimit = 10
/** Maximum number of recipients per hour for one user, over all their mails. */
export const reportMailsPerHour = 50
/** Maximum number of a user's reports that are waiting or running. */
export const reportRunLimit = 5
export const reportScheduleLimit = 20
/** How long a prepared file can be downloaded. */
export const reportFileHours = 24
/** The same for the files of mails and schedules. */
export const mailedReportFileHours = 31 * 24
/** Row count from which a file should be prepared in the background instead of waited for. */
export const largeReportRows = 5_000

export const reportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** The days a scheduled report covers, counted from the New York day on which it runs. */
export const reportPeriods = {
  SAME_LENGTH: 'As many days as chosen, up to the day it runs',
  DAY_BEFORE: 'The day before it runs',
  WEEK_BEFORE: 'Monday to Sunday of the week before',
  MONTH_BEFORE: 'The month before',
  MONTH_TO_DATE: 'The month up to the day it runs',
  YEAR_TO_DATE: 'The year up to the day it runs',
  AS_CHOSEN: 'The days as they were chosen',
} as const
export type ReportPeriod = keyof typeof reportPeriods

/** WAITING and RUNNING can be cancelled; SKIPPED was not run because its owner lacks permission. */
export const reportRunStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'SKIPPED', 'CANCELLED'] as const
export type ReportRunState = (typeof reportRunStates)[number]

export const ReportRun = z
  .object({
    id,
    /** Why it ran: a file to download, a mail, or a schedule. */
    kind: z.enum(['DOWNLOAD', 'MAIL', 'SCHEDULE']),
    scheduleId: id.nullable(),
    report: z.string(),
    name: z.string(),
    state: z.enum(reportRunStates),
    /** Why it failed, was skipped, or waits for a retry. */
    reason: z.string().nullable(),
    /** Over all its files together; null before its rows are read. */
    percent: percent.nullable(),
    rows: z.number().int().nullable(),
    formats: z.array(z.enum(reportFormats)),
    /** The files that can be downloaded. */
    ready: z.array(z.enum(reportFormats)),
    /** When its files expire; null when there are none. */
    filesUntil: instant.nullable(),
    recipients: z.array(
      z.object({ email: z.string(), state: z.enum(['WAITING', 'SENT', 'FAILED']), reason: z.string().nullable() }),
    ),
    requestedAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'ReportRun' })
export type ReportRun = z.output<typeof ReportRun>

const timing = {
  frequency: z.enum(reportFrequencies),
  /** 1 is Monday; for WEEKLY only. */
  weekday: z.number().int().min(1).max(7).nullish(),
  /** For MONTHLY; in a month without that day, its last day. */
  monthDay: z.number().int().min(1).max(31).nullish(),
  /** In New York time. */
  hour: z.number().int().min(0).max(23),
}

export const ReportSchedule = z
  .object({
    id,
    name: z.string(),
    report: z.string(),
    reportName: z.string(),
    /**
     * The filter choices in words, a period as what every run covers; empty when the report or a choice no longer
     * exists.
     */
    filters: z.array(z.string()),
    /** The filter choices in request form, for editing. */
    filter: z.array(FilledFilter),
    column: z.array(z.string()).nullable(),
    orderBy: z.string().nullable(),
    direction: z.enum(sortDirections).nullable(),
    frequency: z.enum(reportFrequencies),
    weekday: z.number().int().nullable(),
    monthDay: z.number().int().nullable(),
    hour: z.number().int(),
    period: z.enum(keysOf(reportPeriods)),
    formats: z.array(z.enum(reportFormats)),
    emailList: z.array(z.string()),
    comment: z.string(),
    isPaused: z.boolean(),
    /** Null where its owner paused it, and while it is not paused. */
    pausedBecause: z.string().nullable(),
    /** Null while it is paused. */
    nextAt: instant.nullable(),
    lastRun: z.object({ state: z.enum(reportRunStates), reason: z.string().nullable(), at: instant }).nullable(),
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.output<typeof ReportSchedule>

export const reportDeliveryRefusals = {
  reportEmpty: { status: 400, text: 'The report has no rows with these filters, so there is nothing to send.' },
  reportMailLimit: {
    status: 429,
    text: 'Reports go to at most {limit} addresses an hour. Try again later, or send it to fewer people.',
  },
  reportRunsWaiting: { status: 409, text: '{limit} of your reports are being prepared. Wait for one, or cancel it.' },
  reportCancelled: { status: 409, text: 'The report was cancelled before it was ready.' },
  reportRunEnded: { status: 409, text: 'The report has ended already.' },
  reportFileGone: { status: 404, text: 'The file is no longer there. Prepare the report again.' },
  reportScheduleCount: {
    status: 409,
    text: 'You have reached the limit of {limit} schedules. Delete one that you no longer need.',
  },
  reportTiming: { status: 400, text: 'Choose the {missing} on which the report runs.' },
} as const satisfies Record<string, RefusalDefinition>

const chosen = { ...reportInput, column: reportColumnsInput }
const writingRefusals = [...readingRefusals, 'reportTooLarge', 'reportEmpty', 'reportCancelled'] as const
const formats = z.array(z.enum(reportFormats)).min(1).max(reportFormats.length).nullish()
const emailList = z
  .array(email)
  .min(1, 'Enter at least one address.')
  .max(reportRecipientLimit, `A report goes to at most ${reportRecipientLimit} addresses at once.`)
/** Several lines of plain text; characters that a page or a database cannot show are dropped. */
const comment = z
  .string()
  .max(2000, 'A comment has at most 2000 characters.')
  .overwrite((text) =>
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/(?!\n)[\p{Cc}\p{Surrogate}]/gu, ' ')
      .trim(),
  )
  .nullish()

const download = {
  access: featureAccess.report,
  body: z.object(chosen).meta({ id: 'ReportToWrite' }),
  reply: z.custom<DownloadedFile>(),
  refusals: writingRefusals,
} as const
const own = {
  run: [{ object: 'reportRun', at: 'params.runId' }],
  schedule: [{ object: 'reportSchedule', at: 'body.id' }],
} as const

export const reportDeliveryRoutes = {
  generatePdf: route({
    ...download,
    method: 'POST',
    asks: true,
    path: '/v1/api/static-report/generate-pdf',
    summary: 'All rows of a report as PDF under its name.',
    download: 'application/pdf',
  }),
  generateExcel: route({
    ...download,
    method: 'POST',
    asks: true,
    path: '/v1/api/static-report/generate-excel',
    summary: 'All rows of a report as a spreadsheet (.xlsx), numbers as numbers and days as days.',
    download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  generateCsv: route({
    ...download,
    method: 'POST',
    asks: true,
    path: '/v1/api/static-report/generate-csv',
    summary: 'All rows of a report as comma-separated text (RFC 4180).',
    download: 'text/csv; charset=utf-8',
  }),
  sendPdfReportByEmail: route({
    method: 'POST',
    path: '/v1/api/static-report/send-pdf-report-by-email',
    summary: 'Mail a report, as PDF where nothing else is asked for, with a comment, to at most 10 addresses.',
    access: featureAccess.report,
    effect: true,
    body: z.object({ ...chosen, formats, emailList, comment }),
    reply: createdReply,
    refusals: [...writingRefusals, 'reportMailLimit'],
  }),
  prepareReport: route({
    method: 'POST',
    path: '/v1/api/static-report/prepare-report',
    summary: 'Write a report as a file to be fetched later; its progress is a task.',
    access: featureAccess.report,
    effect: true,
    body: z.object({ ...chosen, formats }),
    reply: createdReply,
    refusals: [...readingRefusals, 'reportRunsWaiting'],
  }),
  findRuns: route({
    method: 'GET',
    path: '/v1/api/static-report/find-runs',
    summary: 'The last 50 reports of the caller that were prepared, mailed or ran on a schedule, newest first.',
    access: featureAccess.report,
    reply: z.array(ReportRun),
  }),
  cancelRun: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/static-report/cancel-run',
    summary: 'Cancel a report that waits or is being written.',
    access: featureAccess.report,
    owns: [{ object: 'reportRun', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'reportRunEnded'],
  }),
  downloadRun: route({
    method: 'GET',
    path: '/v1/api/static-report/download-run/{runId}/{format}',
    summary: 'The file of a report that was prepared, mailed or ran on a schedule.',
    access: featureAccess.report,
    owns: own.run,
    params: z.object({ runId: id, format: z.enum(reportFormats) }),
    reply: z.custom<DownloadedFile>(),
    download: 'application/octet-stream',
    refusals: ['notFound', 'reportFileGone'],
  }),
  saveSchedule: route({
    method: 'POST',
    path: '/v1/api/static-report/save-schedule',
    summary: 'Mail a report daily, weekly or monthly at an hour of New York; with an id the schedule is changed.',
    access: featureAccess.report,
    effect: true,
    owns: own.schedule,
    body: z.object({
      ...chosen,
      ...timing,
      id: id.nullish(),
      name: keptName,
      period: z.enum(keysOf(reportPeriods)).nullish(),
      formats,
      emailList,
      comment,
    }),
    reply: createdReply,
    refusals: [...readingRefusals, 'reportScheduleCount', 'reportTiming'],
  }),
  findSchedules: route({
    method: 'GET',
    path: '/v1/api/static-report/find-schedules',
    summary: "The caller's scheduled reports by name, with the next and the last run.",
    access: featureAccess.report,
    reply: z.array(ReportSchedule),
  }),
  pauseSchedule: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/static-report/pause-schedule',
    summary: 'Pause a schedule, or let it go on from its next time.',
    access: featureAccess.report,
    owns: own.schedule,
    body: z.object({ id, isPaused: z.boolean() }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  deleteSchedule: route({
    effect: 'recorded',
    ...deletionOf('reportSchedule'),
    path: '/v1/api/static-report/delete-schedule',
    summary: 'Forget a schedule with its history.',
    access: featureAccess.report,
  }),
  runSchedule: route({
    method: 'POST',
    path: '/v1/api/static-report/run-schedule',
    summary: 'Run a schedule once now, whatever its time.',
    access: featureAccess.report,
    effect: true,
    owns: own.schedule,
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'reportRunsWaiting', 'reportMailLimit'],
  }),
  findScheduleRuns: route({
    method: 'GET',
    path: '/v1/api/static-report/find-schedule-runs/{scheduleId}',
    summary: 'The last 100 runs of a schedule, newest first.',
    access: featureAccess.report,
    owns: [{ object: 'reportSchedule', at: 'params.scheduleId' }],
    params: z.object({ scheduleId: id }),
    reply: z.array(ReportRun),
    refusals: ['notFound'],
  }),
} as const
