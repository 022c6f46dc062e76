// The heat map of the active market, keyed by the market's source and day like its lists.
import type { ListTiming, HeatMapSize } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { marketKey, listPollMs, useMarketState } from '../../kernel/market-state.ts'

export interface HeatMapQuery {
  readonly timing: ListTiming
  readonly size: HeatMapSize
  readonly assetType: 'All Type' | 'EQUITY' | 'ETF'
  readonly sector?: string
  readonly codes?: string[]
}

/** Undefined asks for nothing. */
export function useHeatMap(query: HeatMapQuery | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['stock', 'heat-map', marketKey(market), query],
    queryFn: (context) =>
      api.stock.findHeatMap({ body: query ?? nothing }, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined && query !== undefined,
    refetchInterval: listPollMs,
    // Another timing shows the tiles of before until the new ones arrive.
    placeholderData: (before) => before,
  })
}

const nothing: HeatMapQuery = { timing: 'DAILY', size: 'MARKET_CAP', assetType: 'EQUITY', codes: [] }
