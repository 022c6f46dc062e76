// Binds the calls of a fund's documents to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { downloadDocument, downloadMyDocument } from '../features/fund/document/download-document.ts'
import { findDocuments, findMyDocuments } from '../features/fund/document/find-documents.ts'
import { removeDocument } from '../features/fund/document/remove-document.ts'
import { uploadDocument } from '../features/fund/document/upload-document.ts'

export const documentHandlers: GroupHandlers<'document'> = {
  findDocuments: ({ services, session, params }) => findDocuments(services, session, params.accountId),
  uploadDocument: ({ services, session, params: { accountId, name }, query, file, caller }) =>
    uploadDocument(services, session, { accountId, name, fields: query, file }, caller),
  downloadDocument: ({ services, session, params }) => downloadDocument(services, session, params),
  removeDocument: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    message: `${await removeDocument({ services, trx, session, caller, accountId }, fields)} was removed.`,
  }),
  findMyDocuments: ({ services, session, params }) => findMyDocuments(services, session, params),
  downloadMyDocument: ({ services, session, params }) => downloadMyDocument(services, session, params),
}
