// The calls for option chains. The specified window is fetched first; a later day is fetched separately.
import type { OptionChain } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

const pollMs = 60_000
/** Days of the window that is fetched first. Source: docs/rules/trading.md, "Option management". */
export const windowDays = 30

export interface ChainQuestion {
  readonly code: string
  readonly accountNumber: string
}

export function useExpirations(asked: ChainQuestion | undefined) {
  return useQuery({
    queryKey: ['option', 'expirations', asked],
    queryFn: (context) =>
      api.option.findExpirations({ params: asked! }, { ...refreshOptions(context), ownMessage: true }),
    enabled: asked !== undefined,
  })
}

/** The chains that expire between two days; a failure without data is shown in place and retried only on request. */
export function useOptionChain(
  asked: ChainQuestion | undefined,
  span: { readonly fromDate: string; readonly toDate: string } | undefined,
) {
  return useQuery({
    queryKey: ['option', 'chain', asked, span],
    queryFn: (context): Promise<OptionChain> =>
      api.option.findOptionChainsByInstrumentCode(
        { params: { ...asked!, ...span! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: asked !== undefined && span !== undefined,
    refetchInterval: pollMs,
  })
}
