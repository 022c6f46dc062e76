// Sends a document: part by part from the database, so that no file is in memory as a whole.
import { Readable } from 'node:stream'
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { FileToSend } from '../../../kernel/handler.ts'
import { readParts } from '../../../kernel/read-parts.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { personAt } from '../right/fund-right.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { isForMembers, readsDocument } from './document-access.ts'

interface DocumentPlace {
  readonly accountId: string
  readonly documentId: string
}

/** Throws `notFound` for a document that the user may not read, as for one that does not exist. */
export async function downloadDocument(
  { db, clock }: Services,
  session: Session,
  place: DocumentPlace,
): Promise<FileToSend> {
  const row = await selectDocument(db, place)
    .where(readsDocument(personAt(clock, session.userId)))
    .executeTakeFirst()
  return toFile(db, row)
}

/** The same for a member of the fund. */
export async function downloadMyDocument(
  { db }: Services,
  session: Session,
  { memberId, ...place }: DocumentPlace & { readonly memberId: string },
): Promise<FileToSend> {
  await requireMyParticipation(db, session, { accountId: place.accountId, memberId })
  return toFile(db, await selectDocument(db, place).where(isForMembers).executeTakeFirst())
}

const selectDocument = (db: Db, { accountId, documentId }: DocumentPlace) =>
  db
    .selectFrom('fund_document as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .select(['d.id', 'd.file_name', 'd.byte_count'])
    .where('d.account_id', '=', accountId)
    .where('d.id', '=', documentId)
    .where('d.removed_at', 'is', null)

interface StoredDocument {
  readonly id: string
  readonly byte_count: number
}

function toFile(db: Db, row: (StoredDocument & { readonly file_name: string }) | undefined): FileToSend {
  if (!row) throw new Refusal('notFound')
  return { fileName: row.file_name, content: Readable.from(documentParts(db, row)) }
}

/** Yields the content of a document, part by part. @throws When it is removed meanwhile. */
export const documentParts = (db: Db | Trx, { id, byte_count: byteCount }: StoredDocument): AsyncGenerator<Buffer> =>
  readParts(byteCount, (part) =>
    db
      .selectFrom('fund_document_part')
      .select('content')
      .where('document_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst(),
  )
