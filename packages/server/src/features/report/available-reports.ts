// Which reports of the catalogue answer for a reader. A report that does not is treated like one that does not exist,
// so that no key of the catalogue tells a reader more than another text would.
// Source: docs/rules/access.md, "Ownership".
import { access, allows, featureAccess, Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { isHeldBy, mayInFund, personAt, type FundPerson } from '../fund/right/fund-right.ts'
import { findMyHoldings } from '../fund/statement/my-participation.ts'
import { findDataset, reportCatalogue } from './catalogue.ts'
import type { ReaderSession } from './open-reader.ts'
import type { ReportDefinition, ReportReaders } from './report-definition.ts'

/** The database, and the time that last days of roles are compared with. */
type ReportGround = Pick<Services, 'db' | 'clock'>

/** Returns the reports that answer for the reader, in the order of the catalogue. */
export async function findAvailableReports(services: ReportGround, asker: ReaderSession): Promise<ReportDefinition[]> {
  const permitted = reportCatalogue.filter((definition: ReportDefinition) => hasRights(asker, definition))
  const groups: readonly ReportReaders[] = [
    'everyone',
    'account-owners',
    'fund-readers',
    'fund-keepers',
    'fund-members',
  ]
  const answered = await Promise.all(groups.map((readers) => isAmong(services, asker, readers)))
  return permitted.filter(({ readers }) => answered[groups.indexOf(readers)])
}

/** Returns true when the reader has the keys that the report requires and is one of those it answers for. */
export const isAvailable = async (
  services: ReportGround,
  asker: ReaderSession,
  definition: Pick<ReportDefinition, 'rights' | 'readers'>,
): Promise<boolean> => hasRights(asker, definition) && (await isAmong(services, asker, definition.readers))

/** Throws `notFound` for a key that is not in the catalogue and for a report that does not answer for the reader. */
export async function requireReport(
  services: ReportGround,
  asker: ReaderSession,
  key: string,
): Promise<ReportDefinition> {
  const definition = reportCatalogue.find((one) => one.key === key)
  if (!definition || !(await isAvailable(services, asker, definition))) throw new Refusal('notFound')
  return definition
}

/** Throws `ownReportDataset` for a key that is not in the catalogue and for a report that is not for the reader. */
export async function requireDataset(services: ReportGround, asker: ReaderSession, key: string): Promise<void> {
  if (!(await isAvailable(services, asker, findDataset(key)))) throw new Refusal('ownReportDataset', { dataset: key })
}

const hasRights = ({ permissions }: ReaderSession, { rights }: Pick<ReportDefinition, 'rights'>): boolean =>
  allows(access.allOf(...rights), (key) => permissions.includes(key))

async function isAmong(services: ReportGround, asker: ReaderSession, readers: ReportReaders): Promise<boolean> {
  const { db, clock } = services
  const { userId, permissions } = asker
  switch (readers) {
    case 'everyone':
      return true
    case 'account-owners':
      return allows(featureAccess.accountLink, (key) => permissions.includes(key)) || ownsAccount(db, userId)
    case 'fund-readers':
      return (await isAmong(services, asker, 'account-owners')) || hasRole(db, personAt(clock, userId))
    case 'fund-keepers':
      return (await isAmong(services, asker, 'account-owners')) || keepsFund(db, personAt(clock, userId))
    case 'fund-members':
      return (await findMyHoldings(db, userId)).length > 0
  }
}

async function hasRole(db: Db | Trx, person: FundPerson): Promise<boolean> {
  const held = await db
    .selectFrom('fund_role as held')
    .select('held.id')
    .where(isHeldBy('held', person))
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

async function keepsFund(db: Db | Trx, person: FundPerson): Promise<boolean> {
  const kept = await db
    .selectFrom('account')
    .select('id')
    .where(mayInFund('RECORD', person))
    .limit(1)
    .executeTakeFirst()
  return kept !== undefined
}

async function ownsAccount(db: Db | Trx, userId: string): Promise<boolean> {
  const account = await db.selectFrom('account').select('id').where('owner_id', '=', userId).limit(1).executeTakeFirst()
  return account !== undefined
}
