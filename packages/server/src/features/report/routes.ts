// Binds the calls for reports to their use cases.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findReportDetails, findReports, toWireData } from './find-reports.ts'
import { printReport } from './print-report.ts'
import type { Asker } from './open-reader.ts'
import { checkReportRequest, readReportPage, readReportTable, type ReportRequest } from './read-report.ts'
import { resolveReport } from './resolve-report.ts'
import { deleteFilter, findSavedFilters, renameFilter, saveFilter } from './saved-filters.ts'

export function reportHandlers(services: Services): GroupHandlers<'report'> {
  const { db, clock } = services
  const print = async (asker: Asker, request: ReportRequest & { readonly column?: readonly string[] | null | undefined }) => {
    const table = await readReportTable(services, asker, request)
    if (table.rowCount === 0) throw new Refusal('reportEmpty')
    return { table, pdf: await printReport(table) }
  }
  return {
    getStaticReport: ({ session }) => findReports(services, session),
    getStaticReportDetailsById: ({ params, session }) => findReportDetails(services, session, params.id),
    getStaticReportData: async ({ body, session }) => toWireData(await readReportPage(services, session, body)),
    generatePdf: async ({ body, session }) => (await print(session, body)).pdf,
    findSavedFilters: async ({ params, session }) => {
      await resolveReport(services, session, params.report)
      return findSavedFilters(db, session.userId, params.report)
    },
    saveFilter: async ({ body, session }) => {
      await checkReportRequest(services, session, body)
      return { id: await saveFilter(db, clock, session.userId, body), message: `${body.name} was saved.` }
    },
    renameFilter: async ({ body, session }) => {
      await renameFilter(db, session.userId, body)
      return { message: `It is called ${body.name} now.` }
    },
    deleteFilter: async ({ body, session }) => {
      await deleteFilter(db, session.userId, body.id)
      return { message: 'The saved filter was removed.' }
    },
    sendPdfReportByEmail: async ({ body, session, caller, afterCommit }) => {
      const { table, pdf } = await print(session, body)
      const recipients = [...new Set(body.emailList)]
      const text = [`${session.firstName} ${session.lastName} sends you the report ${table.name}.`, ...(body.comment ? [body.comment] : []), ...table.filters].join('\n\n')
      afterCommit(() => {
        for (const to of recipients) {
          services.background.start('report mail', () =>
            services.mail.send({ to, subject: `Report: ${table.name}`, text, attachments: [{ ...pdf, contentType: 'application/pdf' }], reference: `report-${caller.requestId}-${recipients.indexOf(to)}` }),
          )
        }
      })
      return { message: recipients.length === 1 ? 'The report is on its way to 1 address.' : `The report is on its way to ${recipients.length} addresses.` }
    },
  }
}
