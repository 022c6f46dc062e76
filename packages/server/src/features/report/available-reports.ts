// Which reports of the catalogue answer for a reader. A report that does not is treated like one that does not exist,
// so that no key of the catalogue tells a reader more than another text would.
// Source: docs/rules/access.md, "Ownership".
import { access, allows, featureAccess, Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { findMyPlaces } from '../fund/statement/my-participation.ts'
import { findDataset, reportCatalogue } from './catalogue.ts'
import type { ReaderSession } from './open-reader.ts'
import type { ReportDefinition, ReportReaders } from './report-definition.ts'

/** Returns the reports that answer for the reader, in the order of the catalogue. */
export async function findAvailableReports(db: Db | Trx, asker: ReaderSession): Promise<ReportDefinition[]> {
  const permitted = reportCatalogue.filter((definition: ReportDefinition) => hasRights(asker, definition))
  const groups: readonly ReportReaders[] = ['everyone', 'account-owners', 'fund-members']
  const answered = await Promise.all(groups.map((readers) => isAmong(db, asker, readers)))
  return permitted.filter(({ readers }) => answered[groups.indexOf(readers)])
}

/** Returns true when the reader has the keys that the report requires and is one of those it answers for. */
export const isAvailable = async (
  db: Db | Trx,
  asker: ReaderSession,
  definition: Pick<ReportDefinition, 'rights' | 'readers'>,
): Promise<boolean> => hasRights(asker, definition) && (await isAmong(db, asker, definition.readers))

/** Throws `notFound` for a key that is not in the catalogue and for a report that does not answer for the reader. */
export async function requireReport(db: Db | Trx, asker: ReaderSession, key: string): Promise<ReportDefinition> {
  const definition = reportCatalogue.find((one) => one.key === key)
  if (!definition || !(await isAvailable(db, asker, definition))) throw new Refusal('notFound')
  return definition
}

/** Throws `ownReportDataset` for a key that is not in the catalogue and for a report that is not for the reader. */
export async function requireDataset(db: Db | Trx, asker: ReaderSession, key: string): Promise<void> {
  if (!(await isAvailable(db, asker, findDataset(key)))) throw new Refusal('ownReportDataset', { dataset: key })
}

const hasRights = ({ permissions }: ReaderSession, { rights }: Pick<ReportDefinition, 'rights'>): boolean =>
  allows(access.allOf(...rights), (key) => permissions.includes(key))

async function isAmong(db: Db | Trx, asker: ReaderSession, readers: ReportReaders): Promise<boolean> {
  const { userId, permissions } = asker
  switch (readers) {
    case 'everyone':
      return true
    case 'account-owners':
      return allows(featureAccess.accountLink, (key) => permissions.includes(key)) || ownsAccount(db, userId)
    case 'fund-members':
      return (await findMyPlaces(db, userId)).length > 0
  }
}

async function ownsAccount(db: Db | Trx, userId: string): Promise<boolean> {
  const account = await db.selectFrom('account').select('id').where('owner_id', '=', userId).limit(1).executeTakeFirst()
  return account !== undefined
}
