// The dashboard's lists. They are asked for at once, together with the market's state; a new session or another source
// makes them stale (kernel/market-state.ts).
import type { ListTiming, Mover, NewHigh, NewIpo, NewLow } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { listsKey, listPollMs } from '../../kernel/market-state.ts'

interface ListFilter {
  readonly timing: ListTiming
  readonly limit: number | null
}

type Refresh = Parameters<typeof refreshOptions>[0]

function useMarketList<Row>(
  name: string,
  filter: object,
  read: (options: ReturnType<typeof refreshOptions> & { ownMessage: true }) => Promise<readonly Row[]>,
) {
  return useQuery({
    queryKey: [...listsKey, name, filter],
    queryFn: (context: Refresh) => read({ ...refreshOptions(context), ownMessage: true }),
    refetchInterval: listPollMs,
    // Switching the timing shows the previous rows until the new ones arrive.
    placeholderData: (before) => before,
  })
}

export const useTopWinners = (filter: ListFilter) =>
  useMarketList<Mover>('winners', filter, (options) => api.stock.getTopWinners({ params: filter }, options))
export const useTopLosers = (filter: ListFilter) =>
  useMarketList<Mover>('losers', filter, (options) => api.stock.getTopLosers({ params: filter }, options))
export const useNewHighs = (filter: ListFilter) =>
  useMarketList<NewHigh>('highs', filter, (options) => api.stock.getNewHigh({ params: filter }, options))
export const useNewLows = (filter: ListFilter) =>
  useMarketList<NewLow>('lows', filter, (options) => api.stock.getNewLow({ params: filter }, options))

export interface IpoFilter {
  readonly assetType: 'All Type' | 'EQUITY' | 'ETF'
  readonly limit: number | null
  readonly year: number
}

export const useNewIpo = ({ assetType, limit, year }: IpoFilter) =>
  useMarketList<NewIpo>('ipo', { assetType, limit, year }, (options) =>
    api.stock.getNewIpo({ body: { assetType, limit, timing: year } }, options),
  )
