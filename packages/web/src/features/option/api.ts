// The calls for option chains. The window of the specification is asked for first; a later day is asked for by itself.
import type { OptionChain } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

const pollMs = 60_000
/** Days ahead of the window that is asked for at first. Source: specification 2, section 9. */
export const windowDays = 30

export interface Asked {
  readonly code: string
  readonly accountNumber: string
}

export function useExpirations(asked: Asked | undefined) {
  return useQuery({
    queryKey: ['option', 'expirations', asked],
    queryFn: (context) => api.option.findExpirations({ params: asked! }, { ...refreshOptions(context), ownMessage: true }),
    enabled: asked !== undefined,
  })
}

/** The chains that expire between two days; a failure without data is shown in place and asks again only when told to. */
export function useOptionChain(asked: Asked | undefined, span: { readonly fromDate: string; readonly toDate: string } | undefined) {
  return useQuery({
    queryKey: ['option', 'chain', asked, span],
    queryFn: (context): Promise<OptionChain> => api.option.findOptionChainsByInstrumentCode({ params: { ...asked!, ...span! } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: asked !== undefined && span !== undefined,
    refetchInterval: pollMs,
  })
}
