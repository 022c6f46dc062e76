// Binds the calls of the fund's own figures and books to their use cases.
import type { BodyOf } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOpeningDays } from '../features/fund/book/change-opening.ts'
import { setDealing } from '../features/fund/book/close-period.ts'
import { endDuePlan, findDues, recordDuePlan } from '../features/fund/due/due-plan.ts'
import {
  findAnnouncements,
  findMyAnnouncements,
  readAnnouncement,
} from '../features/fund/announcement/find-announcements.ts'
import { postAnnouncement } from '../features/fund/announcement/post-announcement.ts'
import { withdrawAnnouncement } from '../features/fund/announcement/withdraw-announcement.ts'
import { cancelVote } from '../features/fund/vote/cancel-vote.ts'
import { castVote } from '../features/fund/vote/cast-vote.ts'
import { findMyVotes, findVotes } from '../features/fund/vote/find-votes.ts'
import { recordBallot } from '../features/fund/vote/record-ballot.ts'
import { openVote } from '../features/fund/vote/open-vote.ts'
import { approve, decline, withdraw } from '../features/fund/approval/decide-approval.ts'
import { findApprovals, previewApproval } from '../features/fund/approval/find-approvals.ts'
import {
  changeOpeningOrWait,
  closePeriodOrWait,
  matchOrWait,
  recordExpenseOrWait,
  recordTransferOrWait,
  reverseRecordOrWait,
} from '../features/fund/approval/waiting-books.ts'
import { chargeFeesOrWait, reverseChargeOrWait, saveFeePolicyOrWait } from '../features/fund/approval/waiting-fees.ts'
import { endRoleOrWait, inviteToRoleOrWait, setLastDayOrWait } from '../features/fund/approval/waiting-roles.ts'
import { explainMovementOrWait, recordDistributionOrWait } from '../features/fund/approval/waiting-office.ts'
import { setSecondPersonOrWait } from '../features/fund/approval/waiting-second-person.ts'
import { acceptRoleInvitation, findRoleInvitation } from '../features/fund/role/accept-invitation.ts'
import { findFundMembers } from '../features/fund/role/find-fund-members.ts'
import { findFunds } from '../features/fund/role/find-funds.ts'
import { findRoles } from '../features/fund/role/find-roles.ts'
import { deriveLine, deriveMyLine } from '../features/fund/attribution/derive-line.ts'
import { findAttribution, findMyAttribution } from '../features/fund/attribution/find-attribution.ts'
import { findDayLines, findMyDayLines } from '../features/fund/attribution/find-day-lines.ts'
import { findIncome, findMyIncome } from '../features/fund/income/find-income.ts'
import { findMyHome } from '../features/fund/home/find-my-home.ts'
import { findMyReturns } from '../features/fund/home/find-my-returns.ts'
import { findReturns } from '../features/fund/performance/find-returns.ts'
import { declineRequest, findRequests } from '../features/fund/request/decide-request.ts'
import { findMyRequests, makeRequest, withdrawMyRequest } from '../features/fund/request/my-requests.ts'
import { previewCharge } from '../features/fund/fee/charge-fees.ts'
import { findCharge, findFees } from '../features/fund/fee/find-fees.ts'
import { moveTasks } from '../features/fund/fee/move-tasks.ts'
import { deriveFigure } from '../features/fund/performance/derive-figure.ts'
import { exportJournals } from '../features/fund/book/export-journals.ts'
import { findExplanations } from '../features/fund/entry/explain-movement.ts'
import { findBooks } from '../features/fund/book/find-books.ts'
import { lockForMove, moveFund } from '../features/fund/book/move-fund.ts'
import { exportFund } from '../features/fund/archive/export-fund.ts'
import { importFund } from '../features/fund/archive/import-fund.ts'
import { mailStatements } from '../features/fund/statement-mail/mail-statements.ts'
import { findMailedStatements, printMailedStatement } from '../features/fund/statement/mailed-statements.ts'
import { findHistory, findMyHistory } from '../features/fund/history/find-history.ts'
import { previewEntry } from '../features/fund/entry/preview-entry.ts'
import { deriveFee } from '../features/fund/fee/derive-fee.ts'
import { previewTransfer } from '../features/fund/book/preview-transfer.ts'
import { previewMove } from '../features/fund/book/preview-move.ts'
import { previewDistribution } from '../features/fund/entry/record-distribution.ts'
import { findAllChecks, findOwnChecks } from '../features/fund/check/check-funds.ts'
import { findMyIssuedStatements, printMyIssuedStatement } from '../features/fund/statement/my-issued-statements.ts'
import { readMyFullStatement, readOwnersFullStatement } from '../features/fund/earned/full-statement.ts'
import { findMyParticipations } from '../features/fund/statement/my-participation.ts'
import { printStatement } from '../features/fund/statement/print-statement.ts'
import { findMyYear, findYear } from '../features/fund/year/find-year.ts'
import { cancelPack, downloadPack, findPacks } from '../features/fund/year/find-packs.ts'
import { orderPack } from '../features/fund/year/order-pack.ts'
import { printFactSheet } from '../features/fund/year/print-fact-sheet.ts'
import { printMyYear, printYear } from '../features/fund/year/print-year.ts'
import { readStatementSchedule, scheduleStatements } from '../features/fund/statement/statement-schedule.ts'

export const fundHandlers: GroupHandlers<'fund'> = {
  findDerivation: ({ services, session, params }) => deriveFigure(services, session, params.accountId, params.figure),
  exportJournals: ({ services, session, params }) => exportJournals(services, session, params.accountId),
  findChecks: ({ services, session }) => findOwnChecks(services, session),
  findAllChecks: ({ services }) => findAllChecks(services),
  previewEntry: ({ services, session, body }) => previewEntry(services, session, body),
  previewTransfer: ({ services, session, body }) => previewTransfer(services, session, body),
  previewMove: ({ services, session, body }) => previewMove(services, session, body),
  findBooks: async ({ services, session, params: { accountId } }) => ({
    ...(await findBooks(services, session, accountId)),
    statements: await readStatementSchedule(services.db, accountId),
  }),
  findOpeningDays: ({ services, session, params }) => findOpeningDays(services, session, params.accountId),
  changeOpening: ({ body, ...call }) => changeOpeningOrWait.call(call, body),
  setDealing: async ({ services, trx, session, caller, body: { accountId, dealing, statements, move } }) => {
    const call = { services, trx, session, caller, accountId }
    if (move !== undefined) await lockForMove(call, move.toAccountId)
    if (dealing !== undefined) await setDealing(call, dealing)
    if (statements !== undefined) await scheduleStatements(call, statements)
    // Last, because the other settings are stored under the account that the fund leaves.
    const moved = move === undefined ? [] : [await moveFund(call, move)]
    if (move !== undefined) await moveTasks(call, move.toAccountId)
    return { message: describeSetting({ dealing, statements }, moved) }
  },
  recordExpense: ({ body, ...call }) => recordExpenseOrWait.call(call, body),
  recordTransfer: ({ body, ...call }) => recordTransferOrWait.call(call, body),
  match: ({ body, ...call }) => matchOrWait.call(call, body),
  reverseRecord: ({ body, ...call }) => reverseRecordOrWait.call(call, body),
  previewDistribution: ({ services, session, body }) => previewDistribution(services, session, body),
  recordDistribution: ({ body, ...call }) => recordDistributionOrWait.call(call, body),
  findMyRequests: ({ services, session, params }) => findMyRequests(services, session, params),
  makeRequest: async ({ services, trx, session, caller, body }) => ({
    id: await makeRequest({ services, trx, session, caller }, body),
    message: 'Your request was sent.',
  }),
  withdrawRequest: async ({ services, trx, session, caller, body }) => {
    await withdrawMyRequest({ services, trx, session, caller }, body.id)
    return { message: 'Your request was withdrawn.' }
  },
  findFees: ({ services, session, params }) => findFees(services, session, params.accountId),
  findCharge: ({ services, session, params }) => findCharge(services, session, params),
  deriveFee: ({ services, session, params }) => deriveFee(services, session, params),
  previewCharge: ({ services, session, body }) => previewCharge(services, session, body),
  saveFeePolicy: ({ body, ...call }) => saveFeePolicyOrWait.call(call, body),
  chargeFees: ({ body, ...call }) => chargeFeesOrWait.call(call, body),
  reverseCharge: ({ body, ...call }) => reverseChargeOrWait.call(call, body),
  findRequests: ({ services, session, params }) => findRequests(services, session, params.accountId),
  declineRequest: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => {
    await declineRequest({ services, trx, session, caller, accountId }, fields)
    return { message: 'The request was declined.' }
  },
  findAnnouncements: ({ services, session, params }) => findAnnouncements(services, session, params.accountId),
  postAnnouncement: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await postAnnouncement({ services, trx, session, caller, accountId }, fields),
    message: 'The announcement was posted.',
  }),
  withdrawAnnouncement: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => {
    await withdrawAnnouncement({ services, trx, session, caller, accountId }, fields)
    return { message: 'The announcement was withdrawn.' }
  },
  findMyAnnouncements: ({ services, session, params }) => findMyAnnouncements(services, session, params),
  readAnnouncement: async ({ services, trx, session, body }) => {
    await readAnnouncement({ services, trx, session }, body)
    return { message: 'The announcement is marked as read.' }
  },
  findVotes: ({ services, session, params }) => findVotes(services, session, params.accountId),
  openVote: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    id: await openVote({ services, trx, session, caller, accountId }, fields),
    message: 'The vote is open.',
  }),
  cancelVote: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => {
    await cancelVote({ services, trx, session, caller, accountId }, fields)
    return { message: 'The vote was cancelled.' }
  },
  recordBallot: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => ({
    message: `The vote of ${await recordBallot({ services, trx, session, caller, accountId }, fields)} is recorded.`,
  }),
  findMyVotes: ({ services, session, params }) => findMyVotes(services, session, params),
  castVote: async ({ services, trx, session, body }) => {
    const recorder = await castVote({ services, trx, session }, body)
    const stored = 'Your vote is recorded. You can change it until the vote ends.'
    return {
      message: recorder === undefined ? stored : `${stored} It counts in place of the one that ${recorder} recorded.`,
    }
  },
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
  explainMovement: ({ body, ...call }) => explainMovementOrWait.call(call, body),
  findHistory: ({ services, session, body }) => findHistory(services, session, body),
  findMyHistory: ({ services, session, body }) => findMyHistory(services, session, body),
  findStatement: ({ services, session, params }) => readOwnersFullStatement(services, session, params),
  printStatement: async ({ services, session, params }) =>
    printStatement(services, await readOwnersFullStatement(services, session, params)),
  mailStatements: ({ services, trx, session, caller, body, afterCommit }) =>
    mailStatements({ services, trx, session, caller, afterCommit }, body),
  findMailedStatements: ({ services, session, params, query }) =>
    findMailedStatements(services, session, params.accountId, query),
  findYear: ({ services, session, params }) => findYear(services, session, params),
  printYear: ({ services, session, params }) => printYear(services, session, params),
  printFactSheet: ({ services, session, params }) => printFactSheet(services, session, params.accountId),
  orderPack: ({ services, session, body, trx, caller }) => orderPack({ services, trx, session, caller }, body),
  findPacks: ({ services, session, params }) => findPacks(services, session, params.accountId),
  cancelPack: async ({ services, session, body }) => {
    await cancelPack(services, session, body)
    return { message: 'The pack was cancelled.' }
  },
  downloadPack: ({ services, session, params }) => downloadPack(services, session, params),
  findMyYear: ({ services, session, params }) => findMyYear(services, session, params),
  printMyYear: ({ services, session, params }) => printMyYear(services, session, params),
  printMailedStatement: ({ services, session, params }) =>
    printMailedStatement(services, session, params.accountId, params.statementId),
  findMyParticipations: ({ services, session }) => findMyParticipations(services, session),
  findMyStatement: ({ services, session, params }) => readMyFullStatement(services, session, params),
  findMyIssuedStatements: ({ services, session, params }) => findMyIssuedStatements(services, session, params),
  printMyIssuedStatement: ({ services, session, params }) => printMyIssuedStatement(services, session, params),
  exportFund: ({ services, session, caller, params }) => exportFund({ services, session, caller }, params.accountId),
  importFund: ({ services, session, caller, params, file }) =>
    importFund({ services, session, caller }, { name: params.name, file }),
  printMyStatement: async ({ services, session, params }) =>
    printStatement(services, await readMyFullStatement(services, session, params)),
  findAttribution: ({ services, session, params, query }) =>
    findAttribution(services, session, { ...params, ...query }),
  findMyAttribution: ({ services, session, params, query }) =>
    findMyAttribution(services, session, { ...params, ...query }),
  findDayLines: ({ services, session, params }) => findDayLines(services, session, params),
  findMyDayLines: ({ services, session, params }) => findMyDayLines(services, session, params),
  deriveLine: ({ services, session, body }) => deriveLine(services, session, body),
  deriveMyLine: ({ services, session, body }) => deriveMyLine(services, session, body),
  findIncome: ({ services, session, params }) => findIncome(services, session, params),
  findMyIncome: ({ services, session, params }) => findMyIncome(services, session, params),
  findReturns: ({ services, session, body }) => findReturns(services, session, body),
  findMyReturns: ({ services, session, body }) => findMyReturns(services, session, body),
  findMyHome: ({ services, session, params }) => findMyHome(services, session, params),
  closePeriod: ({ body, ...call }) => closePeriodOrWait.call(call, body),
  findFunds: ({ services, session }) => findFunds(services, session),
  findFundMembers: ({ services, session, params }) => findFundMembers(services, session, params.accountId),
  findRoles: ({ services, session, params }) => findRoles(services, session, params.accountId),
  inviteToRole: ({ body, ...call }) => inviteToRoleOrWait.call(call, body),
  setLastDay: ({ body, ...call }) => setLastDayOrWait.call(call, body),
  endRole: ({ body, ...call }) => endRoleOrWait.call(call, body),
  findFundInvitation: ({ services, session, body: { token } }) => findRoleInvitation(services, session, token),
  acceptFundInvitation: async ({ body: { token }, ...call }) => ({
    ...(await acceptRoleInvitation(call, token)),
    message: 'You have the role now.',
  }),
  setSecondPerson: ({ body, ...call }) => setSecondPersonOrWait.call(call, body),
  findApprovals: ({ services, session, params }) => findApprovals(services, session, params.accountId),
  previewApproval: ({ services, session, caller, body }) => previewApproval(services, { session, caller }, body),
  approve: ({ body, ...call }) => approve(call, body),
  decline: ({ body, ...call }) => decline(call, body),
  withdraw: ({ body, ...call }) => withdraw(call, body),
}

function describeSetting(
  { dealing, statements }: Omit<BodyOf<'fund', 'setDealing'>, 'accountId' | 'move'>,
  moved: readonly string[],
): string {
  const told = [
    ...(dealing === 'before-the-day' ? ['Entries are dealt at the close before their day.'] : []),
    ...(dealing === 'of-the-day' ? ['Entries are dealt at the close of their day.'] : []),
    ...(statements === null ? ['Statements are no longer mailed by schedule.'] : []),
    ...(statements ? ['Statements are mailed by schedule.'] : []),
    ...moved,
  ]
  return told.length > 0 ? told.join(' ') : 'Nothing was changed.'
}
