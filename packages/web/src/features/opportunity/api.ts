// The calls of the seeker: one page of opportunities or all of them, and the asset types to choose from.
import type { CallInput, Opportunity, Routes } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { marketKey, useMarketState } from '../../kernel/market-state.ts'

type OpportunityQuery = CallInput<Routes['opportunity']['find']>

/** As often as the server records the session's prices. */
const sessionRefreshMs = 60_000
/** While levels are being computed. */
const computingRefreshMs = 2_000

/** Disabled while `query` is undefined. A failure shows no toast; the screen shows it in place. */
export function useOpportunities(query: OpportunityQuery | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['opportunity', 'find', marketKey(market), query],
    queryFn: (context) => api.opportunity.find(query!, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined && query !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.computing ? computingRefreshMs : market?.formingDay ? sessionRefreshMs : false,
    // Another page shows the previous rows until its own arrive; after a reset there are none to show.
    placeholderData: (before) => (query === undefined ? undefined : before),
  })
}

const mostRows = 1_000

/** Loads every row of a filter, page after page, for a download. */
export function useLoadAllOpportunities(query: OpportunityQuery | undefined): () => Promise<readonly Opportunity[]> {
  return async () => {
    const rows: Opportunity[] = []
    if (query === undefined) return rows
    for (;;) {
      const { result, total } = await api.opportunity.find({
        ...query,
        params: { ...query.params, start: rows.length, count: mostRows },
      })
      rows.push(...result)
      if (result.length === 0 || rows.length >= total) return rows
    }
  }
}

export function useAssetTypes() {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['stock', 'asset-types', market?.source],
    queryFn: async (context) =>
      (await api.stock.getAssetType({}, { ...refreshOptions(context), ownMessage: true })).map(
        ({ assetType }) => assetType,
      ),
    enabled: market !== undefined,
  })
}
