// Binds the calls of members and participations to their use cases.
import { memberName } from '@clubfolio/domain'
import type { GroupHandlers } from '../kernel/handler.ts'
import { createBankAccountOrWait } from '../features/fund/approval/waiting-bank-account.ts'
import {
  createContribution,
  createRetribution,
  deleteContribution,
  deleteRetribution,
  updateParticipationStatus,
} from '../features/fund/approval/waiting-entries.ts'
import { listBankAccounts } from '../features/fund/member/bank-account.ts'
import { deleteMember } from '../features/fund/member/delete-member.ts'
import { findAllMembers, findMembersByKeyword } from '../features/fund/member/find-members.ts'
import { acceptMemberInvitation, findMemberInvitation } from '../features/fund/invitation/accept-member-invitation.ts'
import { inviteMember, withdrawMemberInvitation } from '../features/fund/invitation/invite-member.ts'
import { createMember, setMemberStatus, updateMember } from '../features/fund/member/save-member.ts'
import { listEntries } from '../features/fund/entry/list-entries.ts'
import { listParticipations } from '../features/fund/performance/list-participations.ts'
import { readOverview } from '../features/fund/performance/read-overview.ts'
import { readProfitHistory } from '../features/fund/performance/read-profit-history.ts'

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
  inviteMember: async ({ body, afterCommit, ...call }) => {
    const mail = await inviteMember(call, body)
    afterCommit(({ background, mail: post }) => background.start('mail with an invitation', () => post.send(mail)))
    return { message: `An invitation goes to ${mail.to}.` }
  },
  withdrawMemberInvitation: async ({ body, ...call }) => {
    await withdrawMemberInvitation(call, body.id)
    return { message: 'The invitation was withdrawn.' }
  },
  findMemberInvitation: ({ services, session, body }) => findMemberInvitation(services, session, body.token),
  acceptMemberInvitation: async ({ body, ...call }) => ({
    message: `You are linked to the member ${await acceptMemberInvitation(call, body.token)} now.`,
  }),
  createBankAccount: ({ body, ...call }) => createBankAccountOrWait.call(call, body),
  findBankAccounts: ({ services, session, params }) => listBankAccounts(services, session, params.memberId),
  searchParticipationByAccount: async ({ services, session, params }) => [
    ...(await listParticipations(services, session, params.accountId)),
  ],
  fundOverview: ({ services, session, params }) => readOverview(services, session, params.accountId),
  findParticipationByMemberAndAccount: ({ services, session, params }) =>
    listEntries(services, session, params.accountId, params.memberId),
  createContribution: ({ body, ...call }) => createContribution.call(call, body),
  createRetribution: ({ body, ...call }) => createRetribution.call(call, body),
  deleteContribution: ({ body, ...call }) => deleteContribution.call(call, body),
  deleteRetribution: ({ body, ...call }) => deleteRetribution.call(call, body),
  updateParticipationStatus: ({ body, ...call }) => updateParticipationStatus.call(call, body),
  getMemberAccountHistoricProfit: ({ services, session, params }) =>
    readProfitHistory(services, session, { accountId: params.accountId, memberId: params.memberId, part: 'floating' }),
  getRealProfit: ({ services, session, params }) =>
    readProfitHistory(services, session, { accountId: params.accountId, memberId: params.memberId, part: 'real' }),
}
