// Binds the calls of members and participations to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { createBankAccount, listBankAccounts } from '../member/bank-account.ts'
import { deleteMember } from '../member/delete-member.ts'
import { findAllMembers, findMembersByKeyword } from '../member/find-members.ts'
import { createMember, setMemberStatus, updateMember } from '../member/save-member.ts'
import { deleteEntry, setEntryStatus } from './change-entry.ts'
import { listEntries } from './list-entries.ts'
import { listParticipations } from './list-participations.ts'
import { readOverview } from './read-overview.ts'
import { readProfitHistory } from './read-profit-history.ts'
import { recordEntry } from './record-entry.ts'

export function memberHandlers(services: Services): GroupHandlers<'member'> {
  return {
    findAllMembers: ({ session }) => findAllMembers(services, session),
    findMemberByKeyword: ({ session, params }) => findMembersByKeyword(services, session, params.keyword),
    create: async ({ trx, session, body }) => {
      const id = await createMember(services, trx, session, body)
      return { id, message: `${body.firstName} ${body.lastName} is now a member.` }
    },
    update: async ({ trx, session, body: { id, status, ...fields } }) => {
      await updateMember(services, trx, session, id, fields, status)
      return { message: 'Member saved.' }
    },
    toggleStatus: async ({ trx, session, body }) => {
      await setMemberStatus(services, trx, session, body.id, body.status)
      return { message: body.status === 'ACTIVATED' ? 'Member activated.' : 'Member deactivated.' }
    },
    delete: async ({ session, params }) => ({ message: `${await deleteMember(services, session, params.memberId)} was deleted.` }),
    createBankAccount: ({ trx, session, body }) => createBankAccount(services, trx, session, body),
    findBankAccounts: ({ session, params }) => listBankAccounts(services, session, params.memberId),
    searchParticipationByAccount: async ({ session, params }) => [...(await listParticipations(services, session, params.accountId))],
    fundOverview: ({ session, params }) => readOverview(services, session, params.accountId),
    findParticipationByMemberAndAccount: ({ session, params }) => listEntries(services, session, params.accountId, params.memberId),
    createContribution: async ({ trx, session, caller, body, afterCommit }) => ({
      id: await recordEntry(services, trx, session, caller, 'contribution', body, afterCommit),
      message: 'Contribution recorded.',
    }),
    createRetribution: async ({ trx, session, caller, body, afterCommit }) => ({
      id: await recordEntry(services, trx, session, caller, 'retribution', body, afterCommit),
      message: 'Retribution recorded.',
    }),
    deleteContribution: async ({ trx, session, caller, body }) => {
      await deleteEntry({ services, trx, session, caller, entryId: body.id }, 'contribution')
      return { message: 'Contribution deleted.' }
    },
    deleteRetribution: async ({ trx, session, caller, body }) => {
      await deleteEntry({ services, trx, session, caller, entryId: body.id }, 'retribution')
      return { message: 'Retribution deleted.' }
    },
    updateParticipationStatus: async ({ trx, session, caller, body }) => {
      await setEntryStatus({ services, trx, session, caller, entryId: body.id }, body.isActive)
      return { message: body.isActive ? 'The entry counts.' : 'The entry no longer counts.' }
    },
    getMemberAccountHistoricProfit: ({ session, params }) => readProfitHistory(services, session, params.accountId, params.memberId, 'floating'),
    getRealProfit: ({ session, params }) => readProfitHistory(services, session, params.accountId, params.memberId, 'real'),
  }
}
