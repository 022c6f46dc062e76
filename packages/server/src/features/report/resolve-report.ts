// Resolves a report id: one of the catalogue, or an own report, which is then read, printed and mailed like any other.
import { ownReportPrefix, Refusal } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { requireRights, requireReport } from './catalogue.ts'
import { compileOwnReport } from './compile-own-report.ts'
import { type SavedReport, requireKeptReport } from './own-reports.ts'
import type { ReaderSession } from './open-reader.ts'
import type { ReportDefinition } from './report-definition.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Throws `notFound`, or `forbidden` if the caller lacks a required right. */
export async function resolveReport(
  { db }: Pick<Services, 'db'>,
  asker: ReaderSession,
  id: string,
): Promise<ReportDefinition> {
  if (!id.startsWith(ownReportPrefix)) return requireReport(asker, id)
  const ownId = id.slice(ownReportPrefix.length).toLowerCase()
  if (!uuid.test(ownId)) throw new Refusal('notFound')
  const definition = compileKept(await requireKeptReport(db, asker.userId, ownId))
  requireRights(asker, definition)
  return definition
}

/** Returns the id under which the report calls address an own report. */
export const keyOf = ({ id }: SavedReport): string => `${ownReportPrefix}${id}`

export const describeKept = ({ isOwn, ownerName }: SavedReport): string =>
  isOwn ? 'Composed by you.' : `Composed by ${ownerName}; you see your own rows.`

const compileKept = (report: SavedReport): ReportDefinition =>
  compileOwnReport(report.content, { key: keyOf(report), name: report.name, description: describeKept(report) })
