// Removes a document. Its bytes are gone; that it was there, who removed it, when and why stays in the history.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { noFieldLeft } from '../../../db/to-columns.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { finishChange, lockBooks, type BooksCall } from '../book/change-books.ts'
import { findDocument } from './find-documents.ts'

export type RemovalFields = Omit<BodyOf<'document', 'removeDocument'>, 'accountId'>

/** Returns the title of the removed document. Throws `notFound` for one that the user may not read. */
export async function removeDocument(call: BooksCall, { id, reason, ...rest }: RemovalFields): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, session, accountId } = call
  const fund = await lockBooks(call, 'RECORD')
  const document = await findDocument({ db: trx, clock: services.clock }, session.userId, { accountId, id })
  if (!document) throw new Refusal('notFound')
  await markRemoved(call, id, { reason: reason ?? null, replacedBy: null })
  await finishChange(call, fund, {
    action: 'document.remove',
    before: { id, title: document.title, file: document.fileName },
    after: { reason },
  })
  return document.title
}

export interface DocumentRemoval {
  readonly reason: string | null
  readonly replacedBy: string | null
}

/** The caller has the right, and holds the lock of the fund. */
export async function markRemoved(
  { services, trx, session }: Pick<BooksCall, 'services' | 'session'> & { readonly trx: Trx },
  id: string,
  { reason, replacedBy }: DocumentRemoval,
): Promise<void> {
  await trx
    .updateTable('fund_document')
    .set({
      removed_at: new Date(services.clock.nowMs()),
      removed_by: session.userId,
      removal_reason: reason,
      replaced_by: replacedBy,
    })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('fund_document_part').where('document_id', '=', id).execute()
}
