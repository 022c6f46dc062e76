// Announcements of a fund: as its managers see them, and as a member reads them.
import type { MyParticipation } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'

export type OwnPlace = Pick<MyParticipation, 'accountId' | 'memberId'>

const announcementKey = [...participationKey, 'announcements'] as const

export function useAnnouncements(accountId: string) {
  return useQuery({
    queryKey: [...announcementKey, accountId],
    queryFn: ({ signal }) => api.fund.findAnnouncements({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

export function useMyAnnouncements({ accountId, memberId }: OwnPlace) {
  return useQuery({
    queryKey: [...announcementKey, accountId, memberId],
    queryFn: ({ signal }) =>
      api.fund.findMyAnnouncements({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}

/** Marks one as opened, without a word about it. */
export function useReadAnnouncement({ accountId, memberId }: OwnPlace) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.fund.readAnnouncement({ body: { accountId, memberId, id } }),
    onSettled: () => client.invalidateQueries({ queryKey: announcementKey }),
  })
}
