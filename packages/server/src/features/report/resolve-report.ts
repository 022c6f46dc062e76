// Resolves a report id: one of the catalogue, or an own report, which is then read, printed and mailed like any other.
import { ownReportPrefix, Refusal } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { isAvailable, requireReport } from './available-reports.ts'
import { reportCatalogue } from './catalogue.ts'
import { compileOwnReport } from './compile-own-report.ts'
import { type SavedReport, requireKeptReport } from './own-reports.ts'
import type { ReaderSession } from './open-reader.ts'
import type { ReportDefinition } from './report-definition.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Returns the report. Throws `notFound`, also for one that does not answer for the caller, and `forbidden` for a report
 * of their own whose dataset no longer does.
 */
export async function resolveReport(
  services: Pick<Services, 'db' | 'clock'>,
  asker: ReaderSession,
  id: string,
): Promise<ReportDefinition> {
  if (!id.startsWith(ownReportPrefix)) return requireReport(services, asker, id)
  const kept = await requireKeptReport(services.db, asker.userId, ownIdOf(id))
  const definition = compileKept(kept)
  if (!(await isAvailable(services, asker, definition))) throw new Refusal(kept.isOwn ? 'forbidden' : 'notFound')
  return definition
}

/** Returns true for a report that exists and does not answer for the reader, or no longer does. */
export async function isWithheld(
  services: Pick<Services, 'db' | 'clock'>,
  asker: ReaderSession,
  id: string,
): Promise<boolean> {
  const definition = id.startsWith(ownReportPrefix)
    ? compileKept(await requireKeptReport(services.db, asker.userId, ownIdOf(id)))
    : reportCatalogue.find(({ key }) => key === id)
  return definition !== undefined && !(await isAvailable(services, asker, definition))
}

function ownIdOf(id: string): string {
  const ownId = id.slice(ownReportPrefix.length).toLowerCase()
  if (!uuid.test(ownId)) throw new Refusal('notFound')
  return ownId
}

/** Returns the id under which the report calls address an own report. */
export const keyOf = ({ id }: SavedReport): string => `${ownReportPrefix}${id}`

export const describeKept = ({ isOwn, ownerName }: SavedReport): string =>
  isOwn ? 'Composed by you.' : `Composed by ${ownerName}; you see your own rows.`

const compileKept = (report: SavedReport): ReportDefinition =>
  compileOwnReport(report.content, { key: keyOf(report), name: report.name, description: describeKept(report) })
