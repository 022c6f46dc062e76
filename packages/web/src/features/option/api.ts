// The calls of the options desk. The specified window of a chain is fetched first; a later day is fetched separately.
import type { OptionChain, OrderPreview, SpreadEntry, SpreadToPreview } from '@clubfolio/contract'
import { useMutation, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { type LoadedChain, loadedChain } from './chain.ts'

const pollMs = 60_000
/** Days of the window that is fetched first. Source: docs/rules/trading.md, "Option management". */
export const windowDays = 30

export interface ChainQuestion {
  readonly code: string
  readonly accountNumber: string
}

export interface ChainSpan {
  readonly fromDate: string
  readonly toDate: string
}

export function useExpirations(asked: ChainQuestion | undefined) {
  return useQuery({
    queryKey: ['option', 'expirations', asked],
    queryFn: (context) =>
      api.option.findExpirations({ params: asked! }, { ...refreshOptions(context), ownMessage: true }),
    enabled: asked !== undefined,
  })
}

export interface Chains {
  /** Undefined until the first window is loaded. */
  readonly chain: LoadedChain | undefined
  readonly isFetching: boolean
  /** The first window, or one of the further days, could not be loaded. */
  readonly failure: Error | null
  readonly retry: () => void
}

/**
 * The chains of a window and of further days as one; a failure without data is shown in place and retried only on
 * request.
 */
export function useChains(
  asked: ChainQuestion | undefined,
  window: ChainSpan | undefined,
  days: readonly string[],
): Chains {
  const spans =
    asked === undefined || window === undefined
      ? []
      : [
          window,
          ...[...new Set(days)]
            .filter((day) => day > window.toDate || day < window.fromDate)
            .toSorted()
            .map((day) => ({ fromDate: day, toDate: day })),
        ]
  return useQueries({
    queries: spans.map((span) => ({
      queryKey: ['option', 'chain', asked, span],
      queryFn: (context: Parameters<typeof refreshOptions>[0]): Promise<OptionChain> =>
        api.option.findOptionChainsByInstrumentCode(
          { params: { ...asked!, ...span } },
          { ...refreshOptions(context), ownMessage: true },
        ),
      refetchInterval: pollMs,
    })),
    combine: combineChains,
  })
}

/** Outside of the hook, so that it runs only when an answer changes. */
function combineChains(answers: readonly UseQueryResult<OptionChain>[]): Chains {
  const failed = answers.find(({ isError, data }) => isError && data === undefined)
  return {
    chain: answers[0]?.data === undefined ? undefined : loadedChain(answers.flatMap(({ data }) => data ?? [])),
    isFetching: answers.some(({ isFetching }) => isFetching),
    failure: failed?.error ?? null,
    retry: () => answers.forEach((answer) => answer.isError && void answer.refetch()),
  }
}

/** The open positions of an account with their greeks. */
export function usePositionGreeks(accountNumber: string | undefined) {
  return useQuery({
    queryKey: ['operation', 'greeks', accountNumber],
    queryFn: (context) =>
      api.option.findPositionGreeks(
        { params: { accountNumber: accountNumber! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    refetchInterval: pollMs,
  })
}

/** The one answer that a review shows: for exactly this order. */
export function useSpreadPreview(reviewId: string, order: SpreadToPreview) {
  return useQuery({
    queryKey: ['spread-confirmation', reviewId, order],
    queryFn: (): Promise<OrderPreview> => api.order.previewSpread({ body: order }, { ownMessage: true }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export function usePutSpread() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SpreadEntry) => api.order.putSpread({ body }),
    // What became of the order is said at once: the greeks of a position are read from its chain, which takes a while.
    onSettled: () => {
      for (const key of ['order', 'account', 'operation', 'wallet']) void client.invalidateQueries({ queryKey: [key] })
    },
  })
}
