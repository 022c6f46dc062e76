// Votes of a fund: as its managers see them, and as a member votes in them.
import type { BodyOf, MyParticipation } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { showToast } from '../../../ui/toast.tsx'
import { participationKey } from '../book/api.ts'

export type VoterPlace = Pick<MyParticipation, 'accountId' | 'memberId'>

const voteKey = [...participationKey, 'votes'] as const

export function useVotes(accountId: string) {
  return useQuery({
    queryKey: [...voteKey, accountId],
    queryFn: ({ signal }) => api.fund.findVotes({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

export function useMyVotes({ accountId, memberId }: VoterPlace) {
  return useQuery({
    queryKey: [...voteKey, accountId, memberId],
    queryFn: ({ signal }) => api.fund.findMyVotes({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}

export function useCastVote() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'fund', 'castVote'>) => api.fund.castVote({ body }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }),
    onSettled: () => client.invalidateQueries({ queryKey: voteKey }),
  })
}
