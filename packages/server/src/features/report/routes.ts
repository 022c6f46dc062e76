// Binds the calls for reports to their use cases.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findReportDetails, findReports, toWireData } from './find-reports.ts'
import { printReport } from './print-report.ts'
import { type Asker, readReportPage, readReportTable, type ReportRequest } from './read-report.ts'

export function reportHandlers(services: Services): GroupHandlers<'report'> {
  const print = async (asker: Asker, request: ReportRequest & { readonly column?: readonly string[] | null | undefined }) => {
    const table = await readReportTable(services, asker, request)
    if (table.rowCount === 0) throw new Refusal('reportEmpty')
    return { table, pdf: await printReport(table) }
  }
  return {
    getStaticReport: async ({ session }) => findReports(session),
    getStaticReportDetailsById: ({ params, session }) => findReportDetails(services, session, params.id),
    getStaticReportData: async ({ body, session }) => toWireData(await readReportPage(services, session, body)),
    generatePdf: async ({ body, session }) => (await print(session, body)).pdf,
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
