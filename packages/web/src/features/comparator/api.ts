// Percent histories of the compared lines, one query each, so that adding a line fetches only that line.
import type { Account } from '@clubfolio/contract'
import type { LineSeries } from '@clubfolio/charts'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { formatDay } from '../../ui/format/date.ts'
import { marketKey, marketLastDay, useMarketState } from '../../kernel/market-state.ts'

export interface ComparedRange {
  readonly from: string | undefined
  readonly to: string | undefined
}

export interface ComparedSeries {
  readonly series: readonly LineSeries[]
  /** Lines that cannot be drawn, by id, and why: without prices in the range, or not loaded. */
  readonly faults: Readonly<Record<string, string>>
  readonly isLoading: boolean
  readonly failure: Error | null
  readonly retry: () => void
}

/**
 * The account in view as a line: a pseudo-instrument with a reserved id and code. Source: docs/rules/trading.md,
 * "Instrument comparator".
 */
export const accountLine = { id: 'defaultAccount', name: 'Account' } as const

const accountPollMs = 60_000

type Context = Parameters<typeof refreshOptions>[0]

/** Earlier than any market data. */
const firstDay = '1950-01-01'

/**
 * Daily closes in percent of the first one, with the account's gain first when an account is given; without a first
 * day, the whole history. `from` is the session whose close is the base of the lines; it and `to` are the same for all
 * lines.
 */
export function useComparedSeries(codes: readonly string[], range: ComparedRange, account?: Account): ComparedSeries {
  const { data: market } = useMarketState()
  const ids = account ? [accountLine.id, ...codes] : codes
  const toDate = range.to ?? marketLastDay(market) ?? formatDay(market?.marketTime)
  const fromDate = range.from ?? firstDay
  const lineOf = (id: string, name: string, points: readonly (readonly [number, number])[]): LineSeries => ({
    id,
    name,
    points: points.map(([timeMs, value]) => ({ timeMs, value })),
  })
  const accountQuery = account && {
    queryKey: ['wallet', 'percent', account.id, fromDate, range.to ?? null],
    queryFn: async (context: Context): Promise<LineSeries> =>
      lineOf(
        accountLine.id,
        accountLine.name,
        await api.wallet.getWalletHistoricPercentage(
          {
            params: { accountId: account.id, fromDate, toDate: range.to ?? null, timing: '1D' },
            query: { exact: true },
          },
          { ...refreshOptions(context), ownMessage: true },
        ),
      ),
    enabled: market !== undefined,
    refetchInterval: accountPollMs,
  }
  return useQueries({
    queries: [
      ...(accountQuery ? [accountQuery] : []),
      ...codes.map((code) => ({
        queryKey: ['stock', 'percent', marketKey(market), code, fromDate, toDate],
        queryFn: async (context: Context): Promise<LineSeries> =>
          lineOf(
            code,
            code,
            await api.stock.findInstrumentHistoricInPercentage(
              { body: { instrumentCode: code, timing: '_D', fromDate, toDate, exact: true } },
              { ...refreshOptions(context), ownMessage: true },
            ),
          ),
        enabled: market !== undefined,
      })),
    ],
    combine: (results) => ({
      series: results.flatMap(({ data }) => (data && data.points.length > 0 ? [data] : [])),
      faults: Object.fromEntries(
        results.flatMap(({ data, error }, index) => {
          const why = data ? (data.points.length === 0 ? 'No values in this range' : undefined) : error?.message
          return why === undefined ? [] : [[ids[index]!, why] as const]
        }),
      ),
      isLoading: results.some(({ isPending }) => isPending),
      failure: results.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error) void result.refetch()
      },
    }),
  })
}
