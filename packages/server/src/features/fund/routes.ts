// Binds the calls of the fund's own figures and books to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { changeOpening, findOpeningDays } from './change-opening.ts'
import { closePeriod, setDealing } from './close-period.ts'
import { deriveFigure } from './derive-figure.ts'
import { exportJournals } from './export-journals.ts'
import { findBooks } from './find-books.ts'
import { mailStatements } from './mail-statements.ts'
import { findMailedStatements, printMailedStatement } from './mailed-statements.ts'
import { matchByHand } from './match-by-hand.ts'
import { previewEntry } from './preview-entry.ts'
import { recordExpense } from './record-expense.ts'
import { recordTransfer } from './record-transfer.ts'
import { findAllChecks, findOwnChecks } from './check-funds.ts'
import { findMyParticipations, requireMyPlace } from './my-participation.ts'
import { printStatement } from './print-statement.ts'
import { readOwnersStatement, readStatement } from './read-statement.ts'
import { reverseRecord } from './reverse-record.ts'

export function fundHandlers(services: Services): GroupHandlers<'fund'> {
  return {
    findDerivation: ({ session, params }) => deriveFigure(services, session, params.accountId, params.figure),
    exportJournals: ({ session, params }) => exportJournals(services, session, params.accountId),
    findChecks: ({ session }) => findOwnChecks(services, session),
    findAllChecks: () => findAllChecks(services),
    previewEntry: ({ session, body }) => previewEntry(services, session, body),
    findBooks: ({ session, params }) => findBooks(services, session, params.accountId),
    findOpeningDays: ({ session, params }) => findOpeningDays(services, session, params.accountId),
    changeOpening: async ({ trx, session, caller, body: { accountId, ...fields } }) => {
      await changeOpening({ services, trx, session, caller, accountId }, fields)
      return { message: `The fund opens on ${fields.day}.` }
    },
    setDealing: async ({ trx, session, caller, body: { accountId, dealing } }) => {
      await setDealing({ services, trx, session, caller, accountId }, dealing)
      return { message: dealing === 'before-the-day' ? 'Entries are dealt at the close before their day.' : 'Entries are dealt at the close of their day.' }
    },
    recordExpense: async ({ trx, session, caller, body: { accountId, ...fields } }) => ({
      id: await recordExpense({ services, trx, session, caller, accountId }, fields),
      message: 'Expense recorded.',
    }),
    recordTransfer: async ({ trx, session, caller, body: { accountId, ...fields } }) => ({
      id: await recordTransfer({ services, trx, session, caller, accountId }, fields),
      message: 'Transfer recorded.',
    }),
    match: async ({ trx, session, caller, body: { accountId, ...fields } }) => ({ id: await matchByHand({ services, trx, session, caller, accountId }, fields), message: 'Matched.' }),
    reverseRecord: async ({ trx, session, caller, body: { accountId, id } }) => {
      await reverseRecord({ services, trx, session, caller, accountId }, id)
      return { message: 'Reversed.' }
    },
    findStatement: ({ session, params }) => readOwnersStatement(services, session, params),
    printStatement: async ({ session, params }) => printStatement(services, await readOwnersStatement(services, session, params)),
    mailStatements: ({ trx, session, caller, body, afterCommit }) => mailStatements({ services, trx, session, caller, afterCommit }, body),
    findMailedStatements: ({ session, params }) => findMailedStatements(services, session, params.accountId),
    printMailedStatement: ({ session, params }) => printMailedStatement(services, session, params.accountId, params.statementId),
    findMyParticipations: ({ session }) => findMyParticipations(services, session),
    findMyStatement: async ({ session, params }) => readStatement(services, await requireMyPlace(services.db, session, params), params),
    printMyStatement: async ({ session, params }) => printStatement(services, await readStatement(services, await requireMyPlace(services.db, session, params), params)),
    closePeriod: async ({ trx, session, caller, body: { accountId, until } }) => {
      await closePeriod({ services, trx, session, caller, accountId }, until)
      return { message: `The books are closed up to ${until}.` }
    },
  }
}
