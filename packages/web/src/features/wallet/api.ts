// The calls of the wallet, and what opening an account makes stale. The history is fetched once per timing and span;
// every minute only the points after the last one are appended. Source: docs/rules/accounts.md, "Wallet".
import type { Account, HistoryPoint, WalletTiming } from '@clubfolio/contract'
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { usePollMs } from '../../kernel/push-state.ts'
import { useCan } from '../../kernel/session.ts'
import { appendPoints } from './sum-history.ts'

export const historyPollMs = 60_000

export interface HistorySpan {
  readonly timing: WalletTiming
  readonly fromDate: string | null
  readonly toDate: string | null
}

/** Dollars and the currencies of the user's accounts; fetched only for holders of VMWt. */
export function useCurrencies() {
  const can = useCan()
  return useQuery({
    queryKey: ['account', 'currency'],
    queryFn: ({ signal }) => api.currency.findAll({}, { signal, ownMessage: true }),
    enabled: can('VMWt'),
  })
}

/** What the history shows before the user chooses anything: all days. */
export const openingSpan: HistorySpan = { timing: '1D', fromDate: null, toDate: null }

const historyOptions = (client: QueryClient, accountId: string, span: HistorySpan) => {
  const queryKey = ['wallet', 'history', accountId, span] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly HistoryPoint[]> => {
      const before = client.getQueryData<readonly HistoryPoint[]>(queryKey)
      const last = before?.at(-1)
      if (!before || !last)
        return api.wallet.getWalletHistoric({ params: { accountId, ...span } }, { signal, ownMessage: true })
      if (span.toDate !== null) return before
      const added = await api.wallet.getWalletHistoricSince(
        { params: { accountId, lastTimestamp: last[0] } },
        { signal, ownMessage: true, background: true },
      )
      return appendPoints(before, added, span.timing)
    },
  })
}

const movedOptions = (accountId: string) =>
  queryOptions({
    queryKey: ['wallet', 'moved', accountId] as const,
    queryFn: ({ signal }) => api.wallet.findMoneyMoved({ params: { accountId } }, { signal, ownMessage: true }),
  })

const consolidatedOptions = (accountIds: readonly string[], span: HistorySpan) =>
  queryOptions({
    queryKey: ['wallet', 'consolidated', accountIds, span] as const,
    queryFn: (context) =>
      api.wallet.findConsolidatedPercentage(
        { body: { accountIds: [...accountIds], ...span, exact: true } },
        { ...refreshOptions(context), ownMessage: true },
      ),
  })

/**
 * Reads what the history of an account shows first. The dashboard calls it for the account of the last visit, beside
 * the list of accounts instead of after it.
 */
export function readWalletAhead(client: QueryClient, accountId: string): void {
  void client.prefetchQuery(historyOptions(client, accountId, openingSpan))
  void client.prefetchQuery(movedOptions(accountId))
  void client.prefetchQuery(consolidatedOptions([accountId], openingSpan))
}

/** One history per account, in the order of the ids. */
export function useWalletHistories(accountIds: readonly string[], span: HistorySpan) {
  const client = useQueryClient()
  return useQueries({
    queries: accountIds.map((accountId) => ({
      ...historyOptions(client, accountId, span),
      refetchInterval: historyPollMs,
    })),
  })
}

/** The payments of each account, in the order of the ids; new ones are pushed. */
export function useMoneyMoved(accountIds: readonly string[]) {
  const refetchInterval = usePollMs(historyPollMs)
  return useQueries({
    queries: accountIds.map((accountId) => ({ ...movedOptions(accountId), refetchInterval })),
  })
}

/** The combined gain of the accounts in percent. Shown alongside their value too, because deposits are not a gain. */
export function useConsolidatedPercentage(accountIds: readonly string[], span: HistorySpan) {
  return useQuery({
    ...consolidatedOptions(accountIds, span),
    enabled: accountIds.length > 0,
    refetchInterval: historyPollMs,
  })
}

export function useWalletPositions(accountIds: readonly string[]) {
  return useQueries({
    queries: accountIds.map((accountId) => ({
      queryKey: ['wallet', 'positions', accountId] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.wallet.getPositionsForGraph({ params: { accountId } }, { signal, ownMessage: true }),
      refetchInterval: historyPollMs,
    })),
  })
}

/** The form shows a refusal. */
export function useOpenAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: {
      readonly currency: 'USD'
      readonly type: Account['type']
      readonly name?: string
      readonly reference: string
    }) => api.wallet.create({ body }, { inForm: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}
