// The documents of a fund as lists: for people with a right to the fund, and for a member of it. Lists never read the
// bytes.
import { documentReaders, type FundDocument } from '@clubfolio/contract'
import { toMarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { personAt } from '../right/fund-right.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { isForMembers, orderedReaders, readsDocument } from './document-access.ts'

/** Of all documents of one fund. */
export const mostBytesOfFund = 500 * 1024 ** 2

export interface DocumentList {
  readonly documents: FundDocument[]
  readonly usedBytes: number
  readonly mostBytes: number
}

export async function findDocuments(services: Services, session: Session, accountId: string): Promise<DocumentList> {
  const { db, clock } = services
  await requireFund(services, session.userId, accountId)
  const rows = await selectDocuments(db, accountId)
    .where(readsDocument(personAt(clock, session.userId)))
    .execute()
  return {
    documents: rows.map((row) => toDocument(row, row.uploaded_by_name)),
    usedBytes: await usedBytes(db, accountId),
    mostBytes: mostBytesOfFund,
  }
}

/** Members see no names: not of other members, nor of who keeps the documents. */
export async function findMyDocuments(
  { db }: Services,
  session: Session,
  place: { readonly accountId: string; readonly memberId: string },
): Promise<FundDocument[]> {
  await requireMyParticipation(db, session, place)
  const rows = await selectDocuments(db, place.accountId).where(isForMembers).execute()
  return rows.map((row) => ({ ...toDocument(row, null), readers: ['MEMBER'] }))
}

/** Returns one document that the person may read, or undefined. */
export async function findDocument(
  { db, clock }: { readonly db: Db | Trx; readonly clock: Services['clock'] },
  userId: string,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<FundDocument | undefined> {
  const row = await selectDocuments(db, accountId)
    .where('d.id', '=', id)
    .where(readsDocument(personAt(clock, userId)))
    .executeTakeFirst()
  return row && toDocument(row, row.uploaded_by_name)
}

/** Returns how many bytes the documents of a fund take. */
export async function usedBytes(db: Db | Trx, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('fund_document')
    .select(sql<bigint>`coalesce(sum(byte_count), 0)::bigint`.as('bytes'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

const selectDocuments = (db: Db | Trx, accountId: string) =>
  db
    .selectFrom('fund_document as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .innerJoin('app_user as u', 'u.id', 'd.uploaded_by')
    .select([
      'd.id',
      'd.title',
      'd.kind',
      'd.meeting_day',
      'd.readers',
      'd.file_name',
      'd.byte_count',
      'd.uploaded_at',
      sql<string>`u.first_name || ' ' || u.last_name`.as('uploaded_by_name'),
    ])
    .where('d.account_id', '=', accountId)
    .where('d.removed_at', 'is', null)
    .orderBy('d.uploaded_at', 'desc')
    .orderBy('d.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>>

const toDocument = (row: Row, uploadedBy: string | null): FundDocument => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  meetingDay: row.meeting_day === null ? null : toMarketDay(row.meeting_day),
  fileName: row.file_name,
  byteCount: row.byte_count,
  uploadedAt: row.uploaded_at.getTime(),
  readers: orderedReaders(row.readers, documentReaders),
  uploadedBy,
})
