// What the home of a member shows of one fund besides the figures of their part.
import type { MyParticipation } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'

/** Asked once for all sections that show a part of it. */
export function useMyHome({ accountId, memberId }: Pick<MyParticipation, 'accountId' | 'memberId'>) {
  return useQuery({
    queryKey: [...participationKey, 'home', accountId, memberId],
    queryFn: ({ signal }) => api.fund.findMyHome({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}
