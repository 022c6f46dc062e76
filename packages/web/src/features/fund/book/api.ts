// The fund of an account: overview, participations, a holder's entries and profit lines, and their mutations. Every
// change of the books makes all participation data stale, because one entry moves every share.
import type { DerivableFigure, ParticipationEntry } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { showToast } from '../../../ui/toast.tsx'
import { showChange } from './change-toast.ts'
import { type EntryOrder, type OpenForm, sendEntry } from './send-entry.ts'

export const participationKey = ['participation'] as const

export function useParticipations(accountId: string | undefined) {
  return useQuery({
    queryKey: [...participationKey, 'rows', accountId],
    queryFn: ({ signal }) =>
      api.member.searchParticipationByAccount({ params: { accountId: accountId! } }, { signal, ownMessage: true }),
    enabled: accountId !== undefined,
  })
}

export function useFundOverview(accountId: string | undefined) {
  return useQuery({
    queryKey: [...participationKey, 'overview', accountId],
    queryFn: ({ signal }) =>
      api.member.fundOverview({ params: { accountId: accountId! } }, { signal, ownMessage: true }),
    enabled: accountId !== undefined,
  })
}

export function useDerivation(accountId: string, figure: DerivableFigure) {
  return useQuery({
    queryKey: [...participationKey, 'derivation', accountId, figure],
    queryFn: ({ signal }) => api.fund.findDerivation({ params: { accountId, figure } }, { signal, ownMessage: true }),
  })
}

export function useEntries(accountId: string, memberId: string) {
  return useQuery({
    queryKey: [...participationKey, 'entries', accountId, memberId],
    queryFn: ({ signal }) =>
      api.member.findParticipationByMemberAndAccount({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}

export type ProfitPart = 'floating' | 'real' | 'total'

/** The points of the chosen part; the total is the sum of the two lines, which share their days. */
export function useProfitHistory(accountId: string, memberId: string, part: ProfitPart) {
  return useQuery({
    queryKey: [...participationKey, 'profit', accountId, memberId, part],
    queryFn: async ({ signal }) => {
      const input = { params: { accountId, memberId } }
      const options = { signal, ownMessage: true }
      if (part === 'floating') return api.member.getMemberAccountHistoricProfit(input, options)
      if (part === 'real') return api.member.getRealProfit(input, options)
      const [floating, real] = await Promise.all([
        api.member.getMemberAccountHistoricProfit(input, options),
        api.member.getRealProfit(input, options),
      ])
      return floating.map(([time, open], index): [number, number] => [time, sumOfDollars(open, real[index]?.[1] ?? 0)])
    },
  })
}

/** Adds two dollar amounts in cents, so that the sum shows no binary rounding error. */
function sumOfDollars(a: number, b: number): number {
  return (Math.round(a * 100) + Math.round(b * 100)) / 100
}

/** The members that the records of a fund can name. */
export function useFundMembers(accountId: string) {
  return useQuery({
    queryKey: [...participationKey, 'members', accountId],
    queryFn: ({ signal }) => api.fund.findFundMembers({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

export function useBankAccounts(memberId: string | undefined) {
  return useQuery({
    queryKey: ['member', 'bank-account', memberId],
    queryFn: ({ signal }) =>
      api.member.findBankAccounts({ params: { memberId: memberId! } }, { signal, ownMessage: true }),
    enabled: memberId !== undefined,
  })
}

/** The screen shows a refusal of the books next to the field it concerns, so the interceptor stays silent. */
export function useRecordEntry(form: OpenForm, onRecorded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (order: EntryOrder) => sendEntry(api.member, order, form),
    onSuccess: (answer) => {
      showChange(answer, 'Message')
      onRecorded()
    },
    onSettled: () => Promise.all([reload(client), client.invalidateQueries({ queryKey: ['member', 'bank-account'] })]),
  })
}

export function useSetEntryStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<ParticipationEntry, 'id' | 'isActive'>) =>
      api.member.updateParticipationStatus({ body: { id, isActive } }),
    onSuccess: ({ money, message, waitingId }) =>
      waitingId !== undefined
        ? showChange({ message, waitingId })
        : showToast({
            tone: 'success',
            title: 'Success',
            message: money ? `Contribution was updated. ${money}` : 'Contribution was updated',
          }),
    onSettled: () => reload(client),
  })
}

export function useDeleteEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      id,
      type,
      money,
      reason,
    }: Pick<ParticipationEntry, 'id' | 'type'> & { readonly money?: 'keep' | 'return'; readonly reason: string }) => {
      const body = { id, reason, ...(money ? { money } : {}) }
      return type === 'contribution' ? api.member.deleteContribution({ body }) : api.member.deleteRetribution({ body })
    },
    onSuccess: (answer) => showChange(answer),
    onSettled: () => reload(client),
  })
}

const reload = (client: QueryClient): Promise<unknown> => client.invalidateQueries({ queryKey: participationKey })
