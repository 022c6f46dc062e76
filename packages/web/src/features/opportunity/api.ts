// What the seeker reads: a page of opportunities, the asset types to choose from, and the levels of one instrument.
import type { RouteParams, Routes } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { marketKey, useMarketState } from '../../kernel/market-state.ts'

type OpportunityQuery = RouteParams<Routes['opportunity']['find']>

/** Asks nothing while `query` is undefined. A failure is silent by specification; the place says so. */
export function useOpportunities(query: OpportunityQuery | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['opportunity', 'find', marketKey(market), query],
    queryFn: (context) => api.opportunity.find({ params: query! }, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined && query !== undefined,
    // Another page keeps the old rows in place until its own arrive; after a reset there is nothing to keep.
    placeholderData: (before) => (query === undefined ? undefined : before),
  })
}

export function useInstrumentLevels(symbol: string | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['opportunity', 'levels', marketKey(market), symbol],
    queryFn: (context) => api.opportunity.findLevels({ params: { symbol: symbol ?? '' } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined && symbol !== undefined,
  })
}

export function useAssetTypes() {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['stock', 'asset-types', market?.source],
    queryFn: async (context) => (await api.stock.getAssetType({}, { ...refreshOptions(context), ownMessage: true })).map(({ assetType }) => assetType),
    enabled: market !== undefined,
  })
}
