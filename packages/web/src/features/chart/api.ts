// What a chart reads and keeps: the company, its bars, and the user's own workspace.
import type { Bar, BarTiming, MarketState } from '@clubfolio/contract'
import type { PriceBar } from '@clubfolio/charts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useCallback } from 'react'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { marketKey, useMarketState } from '../../kernel/market-state.ts'
import { isIntradayTiming } from './chart-timing.ts'

/** Twenty years back to today. Source: specification 1, section 9. */
const yearsBack = 20

export function useCompany(symbol: string | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['stock', 'company', marketKey(market), symbol],
    queryFn: (context) => api.stock.fundamental({ body: { symbol: symbol ?? '' } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: symbol !== undefined && market !== undefined,
  })
}

const toPriceBar = ({ datetime, open, high, low, close, volume }: Bar): PriceBar => ({ timeMs: datetime, open, high, low, close, volume })

/** Without a span the bars reach twenty years back. */
export function useBars(symbol: string | undefined, timing: BarTiming, span?: ChartSpan) {
  const { data: market } = useMarketState()
  const { start, end } = span ?? chartSpan(market)
  return useQuery({
    queryKey: ['stock', 'bars', marketKey(market), symbol, timing, start, end],
    queryFn: async (context) => (await api.stock.byRange({ body: { symbol: symbol ?? '', start, end, timing } }, { ...refreshOptions(context), ownMessage: true })).map(toPriceBar),
    enabled: symbol !== undefined && market !== undefined,
  })
}

/** While the market is open the newest bars are asked for anew this often; between two answers the last price moves the last bar. */
const tailMs = 15_000

/** The bars from `fromMs` on as they are by now, while the market is open; a hidden page does not ask. */
export function useBarTail(symbol: string, timing: BarTiming, fromMs: number | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['stock', 'bar-tail', symbol, timing, fromMs],
    queryFn: async ({ signal }) => {
      const start = dayjs(fromMs).subtract(isIntradayTiming(timing) ? 1 : 0, 'day').toISOString().slice(0, 10)
      const bars = await api.stock.byRange({ body: { symbol, start, end: chartSpan(market).end, timing } }, { signal, background: true, ownMessage: true })
      return bars.map(toPriceBar).filter(({ timeMs }) => timeMs >= (fromMs ?? 0))
    },
    enabled: fromMs !== undefined && market?.isOpen === true,
    refetchInterval: tailMs,
    gcTime: 0,
  })
}

/** Both days included, `YYYY-MM-DD`. */
export interface ChartSpan {
  readonly start: string
  readonly end: string
}

/** Twenty years back to the later of today and the market's day, in New York days. */
export function chartSpan(market: MarketState | undefined): ChartSpan {
  const today = dayjs(market?.marketTime).format('YYYY-MM-DD')
  const end = market?.marketDay && market.marketDay > today ? market.marketDay : today
  return { start: dayjs(end).subtract(yearsBack, 'year').format('YYYY-MM-DD'), end }
}

const workspaceKey = (symbol: string, timing: BarTiming) => ['stock', 'workspace', symbol, timing] as const

/** The saved config, or null. It never goes stale by itself: this page is what changes it. */
export function useSavedWorkspace(symbol: string, timing: BarTiming) {
  return useQuery({
    queryKey: workspaceKey(symbol, timing),
    queryFn: async ({ signal }) => (await api.stock.getWorkspace({ body: { symbol, timing } }, { signal, ownMessage: true })).config,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const keepAliveLimit = 60_000

/** Saves a config. The cache learns of it at once, so that coming back finds it although the answer is still under way. */
export function useSaveWorkspace(symbol: string, timing: BarTiming) {
  const client = useQueryClient()
  return useCallback(async (config: string, isLeaving: boolean) => {
    client.setQueryData(workspaceKey(symbol, timing), config)
    await api.stock.saveWorkspace({ body: { symbol, timing, config } }, { background: true, ownMessage: true, keepAlive: isLeaving && config.length < keepAliveLimit })
  }, [client, symbol, timing])
}
