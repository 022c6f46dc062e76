// The data of a chart: the company, its bars, its trading, and the user's own workspace.
import type { Bar, BarTiming } from '@clubfolio/contract'
import type { PriceBar } from '@clubfolio/charts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { api } from '../../kernel/api.ts'
import { chartSearch } from '../../kernel/chart-search.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { isBoolean, usePreference } from '../../kernel/preference.ts'
import { marketKey, useMarketState } from '../../kernel/market-state.ts'
import { useCan } from '../../kernel/session.ts'
import { useStore } from '../../kernel/store.ts'
import { chartSpan, firstSpan, olderPage, type ChartSpan } from './bar-span.ts'
import { isIntradayTiming } from './chart-timing.ts'
import type { SavedChart, WorkspaceCalls } from './save-merged.ts'

export function useCompany(symbol: string | undefined) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['stock', 'company', marketKey(market), symbol],
    queryFn: (context) =>
      api.stock.fundamental({ body: { symbol: symbol ?? '' } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: symbol !== undefined && market !== undefined,
  })
}

const toPriceBar = ({ datetime, open, high, low, close, volume }: Bar): PriceBar => ({
  timeMs: datetime,
  open,
  high,
  low,
  close,
  volume,
})

/**
 * Whether charts below a day show the nights too. Without them they hold regular sessions, and while the market trades
 * on the night that is running.
 */
export const useNights = () => usePreference('chartNights', false, isBoolean)

/** The hours of which a chart requests bars; bars of a day and longer have no others. */
function useChartHours(timing: BarTiming): { readonly isRegularHours?: true } {
  const [hasNights] = useNights()
  return isIntradayTiming(timing) && !hasNights ? { isRegularHours: true } : {}
}

/** Without a span, daily and longer bars reach back twenty years, intraday bars as far as one screen can use. */
export function useBars(symbol: string | undefined, timing: BarTiming, span?: ChartSpan) {
  const { data: market } = useMarketState()
  const { start, end } = span ?? firstSpan(timing, chartSpan(market).end)
  const hours = useChartHours(timing)
  return useQuery({
    queryKey: ['stock', 'bars', marketKey(market), symbol, timing, start, end, hours],
    queryFn: async (context) =>
      (
        await api.stock.byRange(
          { body: { symbol: symbol ?? '', start, end, timing, ...hours } },
          { ...refreshOptions(context), ownMessage: true },
        )
      ).map(toPriceBar),
    enabled: symbol !== undefined && market !== undefined,
  })
}

/** How often the newest bars are refetched while the market is open; in between, the last price moves the last bar. */
const tailMs = 15_000

/** While levels are being computed. */
const computingMs = 2_000

/** The levels of the published rule with the days that prove them; users without the permission get none. */
export function useInstrumentLevels(symbol: string | undefined) {
  const { data: market } = useMarketState()
  const can = useCan()
  return useQuery({
    queryKey: ['opportunity', 'levels', marketKey(market), symbol],
    queryFn: (context) =>
      api.opportunity.findLevels(
        { params: { symbol: symbol ?? '' } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    refetchInterval: ({ state }) => (state.data?.isComputing ? computingMs : false),
    enabled: market !== undefined && symbol !== undefined && (can('VCH') || can('VOS') || can('VSC')),
  })
}

export interface OlderBars {
  readonly bars: readonly PriceBar[]
  /** Loads the page before the earliest loaded bar; does nothing while a load is under way or no page is left. */
  readonly load: () => void
  readonly isLoading: boolean
  readonly failure: Error | null
}

/** The history before `base`, page by page, back to the instrument's first bar or to the first day of its search. */
export function useOlderBars(symbol: string, timing: BarTiming, base: readonly PriceBar[] | undefined): OlderBars {
  const { data: market } = useMarketState()
  const company = useCompany(symbol)
  const firstPriceDay = isIntradayTiming(timing) ? company.data?.firstIntradayDay : company.data?.firstDay
  const search = useStore(chartSearch)
  const searchedDay = search?.code === symbol && search.timing === timing ? search.startDate : ''
  // Days as text order as days.
  const firstDay = firstPriceDay && searchedDay > firstPriceDay ? searchedDay : (firstPriceDay ?? undefined)
  const { start } = firstSpan(timing, chartSpan(market).end)
  const untilMs = isIntradayTiming(timing) ? (base?.[0]?.timeMs ?? Date.parse(start)) : Date.parse(start)
  const hours = useChartHours(timing)
  const older = useInfiniteQuery({
    queryKey: ['stock', 'older-bars', marketKey(market), symbol, timing, hours],
    queryFn: async ({ pageParam, signal }) => {
      let page = olderPage(timing, pageParam)
      for (;;) {
        const { start: from, end, untilMs: until } = page
        const found = await api.stock.byRange(
          { body: { symbol, start: from, end, timing, ...hours } },
          { signal, ownMessage: true },
        )
        const bars = found.map(toPriceBar).filter(({ timeMs }) => timeMs < until)
        const nextMs = isIntradayTiming(timing) ? (bars[0]?.timeMs ?? Date.parse(from)) : Date.parse(from)
        const hasMore = firstDay !== undefined && Date.parse(firstDay) < nextMs
        // A page without bars is a gap in the history, so the page before it is tried.
        if (bars.length > 0 || !hasMore) return { bars, nextMs: hasMore ? nextMs : undefined }
        page = olderPage(timing, nextMs)
      }
    },
    initialPageParam: untilMs,
    getNextPageParam: ({ nextMs }) => nextMs,
    // Loaded only when the reader scrolls near the first bar; past bars do not change.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isMore = older.data === undefined ? firstDay !== undefined && Date.parse(firstDay) < untilMs : older.hasNextPage
  const bars = useMemo(() => (older.data?.pages ?? []).toReversed().flatMap((page) => page.bars), [older.data])
  return {
    bars,
    load: () => {
      if (isMore && base !== undefined && !older.isFetching) void older.fetchNextPage({ cancelRefetch: false })
    },
    isLoading: older.isFetching,
    failure: older.error,
  }
}

const tradingPollMs = 5_000

/**
 * Fills, open orders and the position of one account in one instrument, refetched every few seconds because orders fill
 * on their own.
 */
export function useInstrumentTrading(accountNumber: string | undefined, symbol: string) {
  const { data: market } = useMarketState()
  return useQuery({
    // Placing or cancelling an order makes everything under `operation` stale.
    queryKey: ['operation', 'trading', accountNumber, market?.source, symbol],
    queryFn: (context) =>
      api.operation.findTradingByInstrument(
        { params: { accountNumber: accountNumber!, code: symbol } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined && market !== undefined,
    refetchInterval: tradingPollMs,
  })
}

/** The current bars from `fromMs` on, while the market is open; a hidden page does not poll. */
export function useBarTail(symbol: string, timing: BarTiming, fromMs: number | undefined) {
  const { data: market } = useMarketState()
  const hours = useChartHours(timing)
  return useQuery({
    queryKey: ['stock', 'bar-tail', symbol, timing, fromMs, hours],
    queryFn: async ({ signal }) => {
      const start = dayjs(fromMs)
        .subtract(isIntradayTiming(timing) ? 1 : 0, 'day')
        .toISOString()
        .slice(0, 10)
      const bars = await api.stock.byRange(
        { body: { symbol, start, end: chartSpan(market).end, timing, ...hours } },
        { signal, background: true, ownMessage: true },
      )
      return bars.map(toPriceBar).filter(({ timeMs }) => timeMs >= (fromMs ?? 0))
    },
    enabled: fromMs !== undefined && market?.isOpen === true,
    refetchInterval: tailMs,
    gcTime: 0,
  })
}

export const workspaceKey = (symbol: string, timing: BarTiming) => ['stock', 'workspace', symbol, timing] as const

/**
 * The saved chart. It is read again whenever the chart is opened, because other tabs and devices change it, too;
 * without a connection the copy of this page counts.
 */
export function useSavedWorkspace(symbol: string, timing: BarTiming) {
  return useQuery({
    queryKey: workspaceKey(symbol, timing),
    queryFn: async ({ signal }): Promise<SavedChart> =>
      await api.stock.getWorkspace({ body: { symbol, timing } }, { signal, ownMessage: true }),
    staleTime: 0,
  })
}

const keepAliveLimit = 60_000

/** The calls of one saved chart, in the background: the screen shows their failures in its own words. */
export function workspaceCalls(symbol: string, timing: BarTiming, isLeaving = false): WorkspaceCalls {
  return {
    find: async () =>
      await api.stock.getWorkspace({ body: { symbol, timing } }, { background: true, ownMessage: true }),
    write: async (config, base) => {
      const { revision } = await api.stock.saveWorkspace(
        { body: { symbol, timing, config, base } },
        { background: true, ownMessage: true, keepAlive: isLeaving && config.length < keepAliveLimit },
      )
      return revision
    },
  }
}
