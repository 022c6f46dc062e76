// Binds the calls of the fund's own figures and books to their use cases.
import type { BodyOf } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { changeOpening, findOpeningDays } from '../features/fund/book/change-opening.ts'
import { closePeriod, setDealing } from '../features/fund/book/close-period.ts'
import { endDuePlan, findDues, recordDuePlan } from '../features/fund/due/due-plan.ts'
import { deriveFigure } from '../features/fund/performance/derive-figure.ts'
import { exportJournals } from '../features/fund/book/export-journals.ts'
import { explainMovement, findExplanations } from '../features/fund/entry/explain-movement.ts'
import { findBooks } from '../features/fund/book/find-books.ts'
import { lockForMove, moveFund } from '../features/fund/book/move-fund.ts'
import { nameClub } from '../features/fund/book/name-club.ts'
import { mailStatements } from '../features/fund/statement/mail-statements.ts'
import { findMailedStatements, printMailedStatement } from '../features/fund/statement/mailed-statements.ts'
import { findHistory, findMyHistory } from '../features/fund/history/find-history.ts'
import { matchByHand } from '../features/fund/book/match-by-hand.ts'
import { previewEntry } from '../features/fund/entry/preview-entry.ts'
import { previewMove } from '../features/fund/book/preview-move.ts'
import { previewDistribution, recordDistribution } from '../features/fund/entry/record-distribution.ts'
import { recordExpense } from '../features/fund/book/record-expense.ts'
import { recordTransfer } from '../features/fund/book/record-transfer.ts'
import { findAllChecks, findOwnChecks } from '../features/fund/check/check-funds.ts'
import { findMyParticipations, requireMyParticipation } from '../features/fund/statement/my-participation.ts'
import { printStatement } from '../features/fund/statement/print-statement.ts'
import { readOwnersStatement, readStatement } from '../features/fund/statement/read-statement.ts'
import { readStatementSchedule, scheduleStatements } from '../features/fund/statement/statement-schedule.ts'
import { reverseRecord } from '../features/fund/book/reverse-record.ts'

export const fundHandlers: GroupHandlers<'fund'> = {
  findDerivation: ({ services, session, params }) => deriveFigure(services, session, params.accountId, params.figure),
  exportJournals: ({ services, session, params }) => exportJournals(services, session, params.accountId),
  findChecks: ({ services, session }) => findOwnChecks(services, session),
  findAllChecks: ({ services }) => findAllChecks(services),
  previewEntry: ({ services, session, body }) => previewEntry(services, session, body),
  previewMove: ({ services, session, body }) => previewMove(services, session, body),
  findBooks: async ({ services, session, params: { accountId } }) => ({
    ...(await findBooks(services, session, accountId)),
    statements: await readStatementSchedule(services.db, accountId),
  }),
  findOpeningDays: ({ services, session, params }) => findOpeningDays(services, session, params.accountId),
  changeOpening: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => {
    await changeOpening({ services, trx, session, caller, accountId }, fields)
    return { message: `The fund opens on ${fields.day}.` }
  },
  setDealing: async ({ services, trx, session, caller, body: { accountId, dealing, club, statements, move } }) => {
    const call = { services, trx, session, caller, accountId }
    if (move !== undefined) await lockForMove(call, move.toAccountId)
    if (dealing !== undefined) await setDealing(call, dealing)
    if (club !== undefined) await nameClub(call, club)
    if (statements !== undefined) await scheduleStatements(call, statements)
    // Last, because the other settings are stored under the account that the fund leaves.
    const moved = move === undefined ? [] : [await moveFund(call, move)]
    return { message: describeSetting({ dealing, club, statements }, moved) }
  },
  recordExpense: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await recordExpense({ services, trx, session, caller, accountId }, fields),
    message: 'Expense recorded.',
  }),
  recordTransfer: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await recordTransfer({ services, trx, session, caller, accountId }, fields),
    message: 'Transfer recorded.',
  }),
  match: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await matchByHand({ services, trx, session, caller, accountId }, fields),
    message: 'Matched.',
  }),
  previewDistribution: ({ services, session, body }) => previewDistribution(services, session, body),
  recordDistribution: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await recordDistribution({ services, trx, session, caller, accountId }, fields),
    message: fields.parts.length === 1 ? '1 retribution recorded.' : `${fields.parts.length} retributions recorded.`,
  }),
  findDues: ({ services, session, params }) => findDues(services, session, params.accountId),
  recordDuePlan: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await recordDuePlan({ services, trx, session, caller, accountId }, fields),
    message: 'The payments are expected.',
  }),
  endDuePlan: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => {
    await endDuePlan({ services, trx, session, caller, accountId }, fields)
    return { message: `Nothing is expected after ${fields.lastDay}.` }
  },
  findExplanations: ({ services, session, params }) => findExplanations(services, session, params.accountId),
  explainMovement: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await explainMovement({ services, trx, session, caller, accountId }, fields),
    message: explanationWords[fields.as],
  }),
  reverseRecord: async ({ services, trx, session, caller, body: { accountId, id } }) => {
    await reverseRecord({ services, trx, session, caller, accountId }, id)
    return { message: 'Reversed.' }
  },
  findHistory: ({ services, session, body }) => findHistory(services, session, body),
  findMyHistory: ({ services, session, body }) => findMyHistory(services, session, body),
  findStatement: ({ services, session, params }) => readOwnersStatement(services, session, params),
  printStatement: async ({ services, session, params }) =>
    printStatement(services, await readOwnersStatement(services, session, params)),
  mailStatements: ({ services, trx, session, caller, body, afterCommit }) =>
    mailStatements({ services, trx, session, caller, afterCommit }, body),
  findMailedStatements: ({ services, session, params }) => findMailedStatements(services, session, params.accountId),
  printMailedStatement: ({ services, session, params }) =>
    printMailedStatement(services, session, params.accountId, params.statementId),
  findMyParticipations: ({ services, session }) => findMyParticipations(services, session),
  findMyStatement: async ({ services, session, params }) =>
    readStatement(services, await requireMyParticipation(services.db, session, params), params),
  printMyStatement: async ({ services, session, params }) =>
    printStatement(
      services,
      await readStatement(services, await requireMyParticipation(services.db, session, params), params),
    ),
  closePeriod: async ({ services, trx, session, caller, body: { accountId, until } }) => {
    await closePeriod({ services, trx, session, caller, accountId }, until)
    return { message: `The books are closed up to ${until}.` }
  },
}

const explanationWords = {
  contribution: 'Contribution recorded and matched.',
  retribution: 'Retribution recorded and matched.',
  expense: 'Expense recorded and matched.',
  unallocated: 'The money stays with Unallocated.',
} as const satisfies Record<BodyOf<'fund', 'explainMovement'>['as'], string>

function describeSetting(
  { dealing, club, statements }: Omit<BodyOf<'fund', 'setDealing'>, 'accountId' | 'move'>,
  moved: readonly string[],
): string {
  const told = [
    ...(dealing === 'before-the-day' ? ['Entries are dealt at the close before their day.'] : []),
    ...(dealing === 'of-the-day' ? ['Entries are dealt at the close of their day.'] : []),
    ...(club === null ? ['The name of the club was removed.'] : []),
    ...(club ? [`Papers carry the name ${club}.`] : []),
    ...(statements === null ? ['Statements are no longer mailed by schedule.'] : []),
    ...(statements ? ['Statements are mailed by schedule.'] : []),
    ...moved,
  ]
  return told.length > 0 ? told.join(' ') : 'Nothing was changed.'
}
