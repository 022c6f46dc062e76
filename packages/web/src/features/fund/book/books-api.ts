// The books of a fund apart from members' entries: reading them, changing them, previewing an entry. Every change makes
// all displayed data of the fund stale.
import type { BodyOf, NamedBody, NewEntry, StatementSpan } from '@clubfolio/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { refreshOptions } from '../../../kernel/is-refresh.ts'
import type { RefusalFields } from '../../../ui/field-fault.ts'
import { showToast } from '../../../ui/toast.tsx'
import { participationKey } from './api.ts'
import { showChange, type ChangeAnswer } from './change-toast.ts'

/** The fields of refusals of an expense or a transfer. */
export const costRefusalFields = {
  entryDateAhead: 'date',
  entryNotDealable: 'date',
  booksClosed: 'date',
  costBeforeOpening: 'date',
} as const satisfies RefusalFields

/** Pending transfers and mails complete on their own; the lists poll for them while they are on screen. */
const waitingRefreshMs = 5_000

export function useBooks(accountId: string) {
  return useQuery({
    queryKey: [...participationKey, 'books', accountId],
    queryFn: (context) =>
      api.fund.findBooks({ params: { accountId } }, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: ({ state }) =>
      state.data?.moneyTransfers.some((one) => one.state === 'waiting') ||
      state.data?.statements?.runs.some((run) => run.waiting > 0)
        ? waitingRefreshMs
        : false,
  })
}

/** The statements of a fund that were mailed. */
export const mailedStatementsKey = (accountId: string) => [...participationKey, 'mailed-statements', accountId]

/** The statements of one period, as they were mailed. */
export function usePeriodStatements({ accountId, from, to }: Omit<StatementSpan, 'memberId'>) {
  return useQuery({
    queryKey: [...mailedStatementsKey(accountId), from, to],
    queryFn: ({ signal }) =>
      api.fund.findMailedStatements({ params: { accountId }, query: { from, to } }, { signal, ownMessage: true }),
  })
}

/** The requests of the members of a fund. */
export function useRequests(accountId: string) {
  return useQuery({
    queryKey: [...participationKey, 'requests', accountId],
    queryFn: ({ signal }) => api.fund.findRequests({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

/** The plans of dues, and which payments are open, late or paid. */
export function useDues(accountId: string | undefined) {
  return useQuery({
    queryKey: [...participationKey, 'dues', accountId],
    queryFn: ({ signal }) => api.fund.findDues({ params: { accountId: accountId! } }, { signal, ownMessage: true }),
    enabled: accountId !== undefined,
  })
}

/** The members who fit each movement that nothing explains. */
export function useExplanations(accountId: string) {
  return useQuery({
    queryKey: [...participationKey, 'explanations', accountId],
    queryFn: ({ signal }) => api.fund.findExplanations({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

/** Every holder's part; the last answer stays while the next one is fetched. */
export function useDistributionPreview(body: BodyOf<'fund', 'previewDistribution'> | undefined) {
  return useQuery({
    queryKey: [
      ...participationKey,
      'distribution',
      body?.accountId,
      body?.date,
      body?.amount.toString(),
      body?.leftInIds.toSorted().join(' '),
    ],
    queryFn: ({ signal }) => api.fund.previewDistribution({ body: body! }, { signal, ownMessage: true }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export type MoveChoice = Omit<BodyOf<'fund', 'previewMove'>, 'accountId'>

/** Where the fund can move, and what the chosen move would do; the last answer stays while the next one is fetched. */
export function useMovePreview(accountId: string, choice: MoveChoice) {
  return useQuery({
    queryKey: [...participationKey, 'move', accountId, choice.toAccountId, choice.day, choice.arrivedOn],
    queryFn: ({ signal }) => api.fund.previewMove({ body: { accountId, ...choice } }, { signal, ownMessage: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function useOpeningDays(accountId: string) {
  return useQuery({
    queryKey: [...participationKey, 'opening-days', accountId],
    queryFn: ({ signal }) => api.fund.findOpeningDays({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

/** Runs one change of a fund: its books, people, announcements or votes. Its history and much else change with it. */
export function useChangeBooks(onDone: () => void = () => undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: () => Promise<ChangeAnswer>) => call(),
    onSuccess: (answer) => {
      showChange(answer)
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: participationKey }),
  })
}

/** Mails the statements of a period that no member has got yet. */
export function useRetryStatements() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Pick<BodyOf<'fund', 'mailStatements'>, 'accountId' | 'from' | 'to'>) =>
      api.fund.mailStatements({ body }),
    onSuccess: ({ queued }) =>
      queued > 0
        ? showToast({
            tone: 'success',
            title: 'Success',
            message: queued === 1 ? 'The statement is on its way.' : `${queued} statements are on their way.`,
          })
        : showToast({
            tone: 'info',
            title: 'Nothing mailed',
            message: 'Give the members named an e-mail address first, on the Members screen.',
          }),
    onSettled: () => client.invalidateQueries({ queryKey: participationKey }),
  })
}

/** Fetched only for a complete back-dated entry; a refusal is shown in place of the preview. */
export function useEntryPreview(
  order: { readonly kind: 'contribution' | 'retribution'; readonly entry: NewEntry } | undefined,
) {
  return useQuery({
    queryKey: [
      ...participationKey,
      'preview',
      order?.kind,
      order?.entry.accountId,
      order?.entry.memberId,
      order?.entry.amount.toString(),
      order?.entry.date,
      order?.entry.isActive,
      order?.entry.funding,
    ],
    queryFn: ({ signal }) =>
      api.fund.previewEntry({ body: { ...order!.entry, kind: order!.kind } }, { signal, ownMessage: true }),
    enabled: order !== undefined,
    retry: false,
  })
}

/** Fetched only for a complete transfer. */
export function useTransferPreview(body: NamedBody<'fund', 'previewTransfer'> | undefined) {
  return useQuery({
    queryKey: [
      ...participationKey,
      'preview-transfer',
      body?.accountId,
      body?.date,
      body?.fromMemberId,
      body?.toMemberId,
      body?.amount?.toString(),
      body?.units,
    ],
    queryFn: ({ signal }) => api.fund.previewTransfer({ body: body! }, { signal, ownMessage: true }),
    enabled: body !== undefined,
    retry: false,
  })
}

export function useOwnChecks() {
  return useQuery({
    queryKey: [...participationKey, 'checks'],
    queryFn: ({ signal }) => api.fund.findChecks({}, { signal, ownMessage: true }),
  })
}

export function useAllChecks() {
  return useQuery({
    queryKey: [...participationKey, 'all-checks'],
    queryFn: ({ signal }) => api.fund.findAllChecks({}, { signal, ownMessage: true }),
  })
}

export function useExportJournals() {
  return useMutation({ mutationFn: (accountId: string) => api.fund.exportJournals({ params: { accountId } }) })
}
