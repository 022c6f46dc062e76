// Members: the list, its mutations, and the searches of its form. Every change makes the list stale, even a failed one.
import type { FoundUser, FundMember, Member, NamedBody, WholeBody } from '@clubfolio/contract'
import { sortedMemberName } from '@clubfolio/domain'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../../kernel/api.ts'
import { showToast } from '../../../ui/toast.tsx'

const mostFound = 20

export const memberKeys = { all: ['member'] as const, list: ['member', 'list'] as const }

/** Every field of a member; creating one leaves the status out. */
export type MemberForm = WholeBody<'member', 'create'> & Omit<WholeBody<'member', 'update'>, 'id'>

export function useMembers() {
  return useQuery({
    queryKey: memberKeys.list,
    queryFn: ({ signal }) => api.member.findAllMembers({}, { signal, ownMessage: true }),
  })
}

/**
 * Creates a member, or updates the member with `id`. A failed save reloads the list: docs/rules/accounts.md, "Members".
 */
export function useSaveMember(id: string | undefined, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: MemberForm) => {
      const { status, ...fields } = form
      return id === undefined
        ? api.member.create({ body: fields }, { inForm: true })
        : api.member.update({ body: { id, status, ...fields } }, { inForm: true })
    },
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onSaved()
    },
    onSettled: () => reload(client),
  })
}

export function useSetMemberStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: Pick<Member, 'id' | 'status'>) => api.member.toggleStatus({ body: { id, status } }),
    onSettled: () => reload(client),
  })
}

/** The caller explains why a member could not be deleted and offers to deactivate them instead. */
export function useDeleteMember() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (memberId: string) => api.member.delete({ params: { memberId } }, { ownMessage: true }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }),
    onSettled: () => reload(client),
  })
}

/** Sends a member an invitation, which replaces an earlier one. */
export function useInviteMember() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NamedBody<'member', 'inviteMember'>) => api.member.inviteMember({ body }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }),
    onSettled: () => reload(client),
  })
}

export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.member.withdrawMemberInvitation({ body: { id } }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }),
    onSettled: () => reload(client),
  })
}

export function useUnlinkMember(onUnlinked: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, firstName, lastName, phone }: Member) =>
      api.member.update({ body: { id, firstName, lastName, phone, userId: null } }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onUnlinked()
    },
    onSettled: () => reload(client),
  })
}

/** Makes the session's user the member of the link; whose member they are is on their profile. */
export function useAcceptMemberInvitation(onAccepted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => api.member.acceptMemberInvitation({ body: { token } }),
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      await Promise.all([reload(client), client.invalidateQueries({ queryKey: ['profile'] })])
      onAccepted()
    },
  })
}

/** Only a confirmed user that is not disabled can be linked. Without VU the server sends no others, and no status. */
export const searchUsers = async (keyword: string, signal: AbortSignal): Promise<readonly FoundUser[]> =>
  (await api.user.findByKeyword({ params: { keyword } }, { signal, ownMessage: true })).filter(
    ({ status }) => status === undefined || status === 'ACTIVE',
  )

export const searchMembers = (keyword: string, signal: AbortSignal): Promise<readonly Member[]> =>
  api.member.findMemberByKeyword({ params: { keyword } }, { signal, ownMessage: true })

/** Returns the search for members of a fund by a part of their name, for somebody with a role in it. */
export const useFundMemberSearch = (
  accountId: string,
): ((keyword: string, signal: AbortSignal) => Promise<readonly FundMember[]>) =>
  useCallback(
    async (keyword, signal) =>
      (await api.fund.findFundMembers({ params: { accountId } }, { signal, ownMessage: true }))
        .filter((member) => sortedMemberName(member).toLowerCase().includes(keyword.toLowerCase()))
        .slice(0, mostFound),
    [accountId],
  )

/** Participations show member names too. */
function reload(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: memberKeys.all }),
    client.invalidateQueries({ queryKey: ['participation'] }),
  ])
}
