// Binds the calls of members and participations to their use cases.
import { memberName } from '@clubfolio/domain'
import type { GroupHandlers } from '../kernel/handler.ts'
import { createBankAccount, listBankAccounts } from '../features/fund/member/bank-account.ts'
import { deleteMember } from '../features/fund/member/delete-member.ts'
import { findAllMembers, findMembersByKeyword } from '../features/fund/member/find-members.ts'
import { createMember, setMemberStatus, updateMember } from '../features/fund/member/save-member.ts'
import { deleteEntry, setEntryStatus } from '../features/fund/entry/change-entry.ts'
import { listEntries } from '../features/fund/entry/list-entries.ts'
import { listParticipations } from '../features/fund/performance/list-participations.ts'
import { readOverview } from '../features/fund/performance/read-overview.ts'
import { readProfitHistory } from '../features/fund/performance/read-profit-history.ts'
import { describeRecorded, recordEntry } from '../features/fund/entry/record-entry.ts'

export const memberHandlers: GroupHandlers<'member'> = {
  findAllMembers: ({ services, session }) => findAllMembers(services, session),
  findMemberByKeyword: ({ services, session, params }) => findMembersByKeyword(services, session, params.keyword),
  create: async ({ services, trx, session, body }) => {
    const id = await createMember(services, trx, session, body)
    return { id, message: `${memberName(body)} is now a member.` }
  },
  update: async ({ services, trx, session, body }) => {
    await updateMember(services, trx, session, body)
    return { message: 'Member saved.' }
  },
  toggleStatus: async ({ services, trx, session, body }) => {
    await setMemberStatus(services, trx, session, body)
    return { message: body.status === 'ACTIVATED' ? 'Member activated.' : 'Member deactivated.' }
  },
  delete: async ({ services, session, params }) => ({
    message: `${await deleteMember(services, session, params.memberId)} was deleted.`,
  }),
  createBankAccount: ({ services, trx, session, body }) => createBankAccount(services, trx, session, body),
  findBankAccounts: ({ services, session, params }) => listBankAccounts(services, session, params.memberId),
  searchParticipationByAccount: async ({ services, session, params }) => [
    ...(await listParticipations(services, session, params.accountId)),
  ],
  fundOverview: ({ services, session, params }) => readOverview(services, session, params.accountId),
  findParticipationByMemberAndAccount: ({ services, session, params }) =>
    listEntries(services, session, params.accountId, params.memberId),
  createContribution: async ({ services, trx, session, caller, body, afterCommit }) => {
    const entry = await recordEntry(services, trx, { session, caller, kind: 'contribution', fields: body, afterCommit })
    return { ...entry, message: describeRecorded('contribution', entry) }
  },
  createRetribution: async ({ services, trx, session, caller, body, afterCommit }) => {
    const entry = await recordEntry(services, trx, { session, caller, kind: 'retribution', fields: body, afterCommit })
    return { ...entry, message: describeRecorded('retribution', entry) }
  },
  deleteContribution: async ({ services, trx, session, caller, body, afterCommit }) => {
    const money = await deleteEntry(
      { services, trx, session, caller, entryId: body.id },
      { kind: 'contribution', returns: body.money === 'return' ? afterCommit : undefined },
    )
    return { message: ['Contribution deleted.', money ?? ''].join(' ').trim() }
  },
  deleteRetribution: async ({ services, trx, session, caller, body, afterCommit }) => {
    const money = await deleteEntry(
      { services, trx, session, caller, entryId: body.id },
      { kind: 'retribution', returns: body.money === 'return' ? afterCommit : undefined },
    )
    return { message: ['Retribution deleted.', money ?? ''].join(' ').trim() }
  },
  updateParticipationStatus: async ({ services, trx, session, caller, body }) => {
    const money = await setEntryStatus({ services, trx, session, caller, entryId: body.id }, body.isActive)
    return { message: body.isActive ? 'The entry counts.' : 'The entry no longer counts.', money }
  },
  getMemberAccountHistoricProfit: ({ services, session, params }) =>
    readProfitHistory(services, session, { accountId: params.accountId, memberId: params.memberId, part: 'floating' }),
  getRealProfit: ({ services, session, params }) =>
    readProfitHistory(services, session, { accountId: params.accountId, memberId: params.memberId, part: 'real' }),
}
