// What the home of a member shows of one fund besides the figures of their part.
import type { MyParticipation } from '@clubfolio/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'
import { downloadPdf } from '../statement/statement-api.ts'

export type HomePlace = Pick<MyParticipation, 'accountId' | 'memberId'>

/** Asked once for all sections that show a part of it. */
export function useMyHome({ accountId, memberId }: HomePlace) {
  return useQuery({
    queryKey: [...participationKey, 'home', accountId, memberId],
    queryFn: ({ signal }) => api.fund.findMyHome({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}

/** Saves a statement as it was mailed to the member. */
export function usePrintMyMailedStatement({ accountId, memberId }: HomePlace) {
  return useMutation({
    mutationFn: async (statementId: string) =>
      downloadPdf(await api.fund.printMyMailedStatement({ params: { accountId, memberId, statementId } })),
  })
}
