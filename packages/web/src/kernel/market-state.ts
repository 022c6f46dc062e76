// The market as the server sees it: which source, which market day, open or closed. Lists and charts are as of its day.
import type { MarketSource, MarketState } from '@clubfolio/contract'
import type { MarketDay } from '@clubfolio/domain'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { refreshOptions } from './is-refresh.ts'

const pollMs = 30_000

export const sourceNames: Readonly<Record<MarketSource, string>> = { simulated: 'Simulated market', import: 'Imported market', yahoo: 'Yahoo Finance' }

export function useMarketState() {
  return useQuery({
    queryKey: ['market', 'state'],
    queryFn: (context) => api.market.findState({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: pollMs,
  })
}

/** The last day with prices, the one that still forms included. */
export const marketLastDay = (state: MarketState | undefined): MarketDay | undefined => (state?.formingDay ?? state?.marketDay ?? undefined) as MarketDay | undefined

/** What list and chart queries are keyed by: another source or a new session makes them other lists. */
export const marketKey = (state: MarketState | undefined): string => (state ? `${state.source} ${state.marketDay ?? ''} ${state.formingDay ?? ''}` : '')
