// The calls of the journal. A saved note changes lists and statistics, so it makes all of them stale.
import type { BodyOf, TradeFilter, TradeRow } from '@clubfolio/contract'
import { hashKey, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { showToast } from '../../ui/toast.tsx'

const journalKey = ['journal'] as const
const pollMs = 60_000
/** Rows of one request for the file. */
const filePage = 2_000

export type TradePage = Pick<BodyOf<'journal', 'findTrades'>, 'start' | 'count' | 'orderBy' | 'direction'>

/** Another filter of the same accounts: its trades stay until they are replaced. Those of other accounts do not. */
const isOfAccounts = (key: QueryKey | undefined, filter: TradeFilter | undefined): boolean =>
  hashKey([key?.[2]]) === hashKey([filter?.accountIds])

export function useTrades(filter: TradeFilter | undefined, page: TradePage) {
  return useQuery({
    queryKey: [...journalKey, 'trades', filter?.accountIds, filter, page],
    queryFn: (context) =>
      api.journal.findTrades({ body: { ...filter!, ...page } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: filter !== undefined,
    placeholderData: (before, query) => (isOfAccounts(query?.queryKey, filter) ? before : undefined),
    refetchInterval: pollMs,
  })
}

export function useTradeStatistics(filter: TradeFilter | undefined) {
  return useQuery({
    queryKey: [...journalKey, 'statistics', filter?.accountIds, filter],
    queryFn: (context) =>
      api.journal.findTradeStatistics({ body: filter! }, { ...refreshOptions(context), ownMessage: true }),
    enabled: filter !== undefined,
    placeholderData: (before, query) => (isOfAccounts(query?.queryKey, filter) ? before : undefined),
    refetchInterval: pollMs,
  })
}

export interface TradeKey {
  readonly accountId: string
  readonly tradeId: string
}

export function useTrade(key: TradeKey) {
  return useQuery({
    queryKey: [...journalKey, 'trade', key.accountId, key.tradeId],
    queryFn: (context) => api.journal.findTrade({ params: key }, { ...refreshOptions(context), ownMessage: true }),
  })
}

/** Loads every trade of the filter for the CSV file; the interceptor shows failures. */
export function useLoadTrades(filter: TradeFilter | undefined, order: Pick<TradePage, 'orderBy' | 'direction'>) {
  return async (): Promise<TradeRow[]> => {
    const rows: TradeRow[] = []
    if (filter === undefined) return rows
    for (;;) {
      const body = { ...filter, ...order, start: rows.length, count: filePage }
      const { total, result } = await api.journal.findTrades({ body })
      rows.push(...result)
      if (result.length === 0 || rows.length >= total) return rows
    }
  }
}

/** The form of the note shows a refusal. */
export function useSaveTradeNote() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'journal', 'saveTradeNote'>) => api.journal.saveTradeNote({ body }, { inForm: true }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }),
    onSettled: () => client.invalidateQueries({ queryKey: journalKey }),
  })
}
