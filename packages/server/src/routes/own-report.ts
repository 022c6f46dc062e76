// Binds the calls for own (dynamic) reports to their use cases.
import { ownReportPrefix, type OwnReportContent, type OwnReport } from '@clubfolio/contract'
import type { Services } from '../services.ts'
import type { GroupHandlers } from '../kernel/handler.ts'
import { findAvailableReports, requireDataset } from '../features/report/available-reports.ts'
import { compileOwnReport } from '../features/report/compile-own-report.ts'
import { findDatasets } from '../features/report/find-datasets.ts'
import { findReportDetails, toWireData } from '../features/report/find-reports.ts'
import { toWireColumn } from '../features/report/wire-column.ts'
import {
  deleteOwnReport,
  findKeptReports,
  findOwnGroups,
  keepOwnReport,
  type SavedReport,
  renameOwnReport,
  requireKeptReport,
  shareOwnReport,
} from '../features/report/own-reports.ts'
import type { ReaderSession } from '../features/report/open-reader.ts'
import { checkChoices, readPageOf } from '../features/report/read-report.ts'
import type { ReportDefinition } from '../features/report/report-definition.ts'
import { isRelativePeriod } from '../features/report/report-period.ts'

const toWire = ({ content: _content, ...report }: SavedReport): OwnReport => report

/**
 * The details contain the period's days as of today; a report that is edited and saved again must keep its relative
 * period.
 */
function movingPeriodOf({ filter }: OwnReportContent, key: string): string | undefined {
  const item = filter.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === key)?.selectedItem
  return typeof item === 'string' && isRelativePeriod(item) ? item : undefined
}

const compile = async (
  services: Pick<Services, 'db' | 'clock'>,
  asker: ReaderSession,
  content: OwnReportContent,
): Promise<ReportDefinition> => {
  await requireDataset(services, asker, content.dataset)
  return compileOwnReport(content, { key: ownReportPrefix, name: 'Own report', description: '' })
}

export const ownReportHandlers: GroupHandlers<'ownReport'> = {
  findDatasets: ({ services, session }) => findDatasets(services, session),
  run: async ({ services, body: { content, ...page }, session }) => {
    const definition = await compile(services, session, content)
    return {
      ...toWireData(await readPageOf(services, session, definition, { ...page, filter: content.filter })),
      column: definition.columns.map(toWireColumn),
    }
  },
  findOwnReports: async ({ services, session }) => {
    const known = new Set((await findAvailableReports(services, session)).map(({ key }) => key))
    return (await findKeptReports(services.db, session.userId))
      .filter(({ isOwn, dataset }) => isOwn || known.has(dataset))
      .map(toWire)
  },
  findOwnReport: async ({ services, params, session }) => {
    const kept = await requireKeptReport(services.db, session.userId, params.id)
    // The details hold the filters' initial choices for this reader.
    const { filter } = await findReportDetails(services, session, `${ownReportPrefix}${kept.id}`)
    return {
      ...toWire(kept),
      content: {
        ...kept.content,
        filter: filter.map(({ nomenclatorConfigNameKey, selectedItem }) => ({
          nomenclatorConfigNameKey,
          selectedItem: movingPeriodOf(kept.content, nomenclatorConfigNameKey) ?? selectedItem,
        })),
      },
    }
  },
  saveOwnReport: async ({ services, body, session }) => {
    const definition = await compile(services, session, body.content)
    await checkChoices(services, session, definition, body.content.filter)
    return {
      id: await keepOwnReport(services.db, services.clock, session.userId, body),
      message: `${body.name} was saved.`,
    }
  },
  renameOwnReport: async ({ services, body, session }) => {
    await renameOwnReport(services.db, session.userId, body)
    return { message: `The report is called ${body.name} now.` }
  },
  deleteOwnReport: async ({ services, body, session }) => {
    await deleteOwnReport(services.db, session.userId, body.id)
    return { message: 'The report was removed.' }
  },
  findGroups: ({ services, session }) => findOwnGroups(services.db, session.userId),
  shareOwnReport: async ({ services, body, session }) => {
    const count = await shareOwnReport(services.db, session.userId, body)
    return {
      message:
        count === 0
          ? 'The report is yours alone.'
          : count === 1
            ? 'The report is shared with 1 group.'
            : `The report is shared with ${count} groups.`,
    }
  },
}
