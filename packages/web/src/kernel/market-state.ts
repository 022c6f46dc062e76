// The market as the server sees it: its source, its market day, open or closed. Lists and charts are as of that day.
import type { MarketSource, MarketState } from '@clubfolio/contract'
import { toMarketDay, type MarketDay } from '@clubfolio/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { refreshOptions } from './is-refresh.ts'

const pollMs = 30_000
/** While levels are being computed. */
const computingPollMs = 2_000

export const sourceNames: Readonly<Record<MarketSource, string>> = {
  simulated: 'Simulated market',
  import: 'Imported market',
  yahoo: 'Yahoo Finance',
  alpaca: 'Alpaca',
}

export function useMarketState() {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['market', 'state'],
    queryFn: async (context) => {
      const before = client.getQueryData<MarketState>(context.queryKey)
      const state = await api.market.findState({}, { ...refreshOptions(context), ownMessage: true })
      // What was partial while levels were computed is whole now.
      if (before?.computing && !state.computing) {
        void client.invalidateQueries({
          predicate: ({ queryKey: [part] }) => part === 'opportunity' || part === 'screener',
        })
      }
      // Lists do not wait for the state, so their keys do not hold it.
      if (before && (marketKey(before) !== marketKey(state) || before.isOpen !== state.isOpen))
        void client.invalidateQueries({ queryKey: listsKey })
      return state
    },
    refetchInterval: ({ state }) => (state.data?.computing ? computingPollMs : pollMs),
  })
}

/** Begins the keys of the market's lists, which are asked for before the market's state is known. */
export const listsKey = ['stock', 'list'] as const

/** How often a list of the market is asked for. An unchanged one is answered from memory, without a body. */
export const listPollMs = 60_000

/** Returns the last day with prices, including the day in progress. */
export function marketLastDay(state: MarketState | undefined): MarketDay | undefined {
  const day = state?.formingDay ?? state?.marketDay
  return day ? toMarketDay(day) : undefined
}

/** Cache key of list and chart queries: another source or a new session makes them different lists. */
export const marketKey = (state: MarketState | undefined): string =>
  state ? `${state.source} ${state.marketDay ?? ''} ${state.formingDay ?? ''}` : ''
