// Binds the calls of accounts from files to their use cases. The owner is always the session's user; another user's
// account finds nothing.
import type { GroupHandlers } from '../kernel/handler.ts'
import { createFileAccount } from '../features/statement/create-file-account.ts'
import { findStatement, findStatementLines, findStatements } from '../features/statement/find-statements.ts'
import { startImportStatement } from '../features/statement/import-statement.ts'
import { mapStatement } from '../features/statement/map-statement.ts'
import { undoStatement } from '../features/statement/undo-statement.ts'
import { uploadRates } from '../features/statement/upload-rates.ts'
import { uploadStatement } from '../features/statement/upload-statement.ts'

export const fileAccountHandlers: GroupHandlers<'fileAccount'> = {
  create: async ({ services, body, session, trx, caller }) => ({
    id: await createFileAccount(services, trx, { session, account: body, caller }),
    message: `Account ${body.name} is created. Upload its first statement.`,
  }),
  uploadStatement: ({ services, params, query, file, session, caller }) =>
    uploadStatement(services, session, { ...params, dates: query.dates, file }, caller),
  findStatements: ({ services, params, session }) => findStatements(services.db, session.userId, params.accountId),
  findStatement: ({ services, params, session }) => findStatement(services, session.userId, params),
  findStatementLines: ({ services, params, query, session }) =>
    findStatementLines(services.db, session.userId, params, query.search),
  mapStatement: ({ services, body, session }) => mapStatement(services, session, body),
  importStatement: ({ services, body, session, caller }) => startImportStatement(services, session, body, caller),
  undoStatement: ({ services, body, session, caller }) => undoStatement(services, session, body, caller),
  uploadRates: ({ services, params, file, session, caller }) =>
    uploadRates(services, session, { accountId: params.accountId, file }, caller),
}
