// Binds the calls for reports to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findReportDetails, findReports, toWireData } from './find-reports.ts'
import { checkReportRequest, readReportPage } from './read-report.ts'
import { resolveReport } from './resolve-report.ts'
import { deleteFilter, findSavedFilters, renameFilter, saveFilter } from './saved-filters.ts'

export function reportHandlers(services: Services): GroupHandlers<'report'> {
  const { db, clock } = services
  return {
    getStaticReport: ({ session }) => findReports(services, session),
    getStaticReportDetailsById: ({ params, session }) => findReportDetails(services, session, params.id),
    getStaticReportData: async ({ body, session }) => toWireData(await readReportPage(services, session, body)),
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
  }
}
