// Binds the calls for reports to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findReportDetails, findReports, toWireData } from '../features/report/find-reports.ts'
import { checkReportRequest, readReportPage } from '../features/report/read-report.ts'
import { resolveReport } from '../features/report/resolve-report.ts'
import { deleteFilter, findSavedFilters, renameFilter, saveFilter } from '../features/report/saved-filters.ts'

export const reportHandlers: GroupHandlers<'report'> = {
  getStaticReport: ({ services, session }) => findReports(services, session),
  getStaticReportDetailsById: ({ services, params, session }) => findReportDetails(services, session, params.id),
  getStaticReportData: async ({ services, body, session }) => toWireData(await readReportPage(services, session, body)),
  findSavedFilters: async ({ services, params, session }) => {
    await resolveReport(services, session, params.report)
    return findSavedFilters(services.db, session.userId, params.report)
  },
  saveFilter: async ({ services, body, session }) => {
    await checkReportRequest(services, session, body)
    return {
      id: await saveFilter(services.db, services.clock, session.userId, body),
      message: `${body.name} was saved.`,
    }
  },
  renameFilter: async ({ services, body, session }) => {
    await renameFilter(services.db, session.userId, body)
    return { message: `It is called ${body.name} now.` }
  },
  deleteFilter: async ({ services, body, session }) => {
    await deleteFilter(services.db, session.userId, body.id)
    return { message: 'The saved filter was removed.' }
  },
}
