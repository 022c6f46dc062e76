// Returns and risk of a fund, of one of its holders, or of the user's own part.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { marketKey, useMarketState } from '../../../kernel/market-state.ts'
import { participationKey } from '../book/api.ts'

export interface ReturnsPlace {
  readonly accountId: string
  /** A holder of the fund; undefined is the whole fund. */
  readonly memberId: string | undefined
  /** The user's own part: nothing else of the fund may be read. */
  readonly isOwn: boolean
}

export function useReturns(place: ReturnsPlace | undefined, benchmark: string) {
  const { data: market } = useMarketState()
  const key = place ? `${place.accountId} ${place.memberId ?? ''} ${place.isOwn}` : ''
  return useQuery({
    queryKey: [...participationKey, 'returns', key, marketKey(market), benchmark],
    queryFn: ({ signal }) => readReturns(place!, benchmark, signal),
    enabled: place !== undefined && market !== undefined,
    // Another benchmark of the same part: its figures stay until they are replaced.
    placeholderData: (before, query) => (query?.queryKey.includes(key) ? before : undefined),
  })
}

function readReturns({ accountId, memberId, isOwn }: ReturnsPlace, benchmark: string, signal: AbortSignal) {
  const options = { signal, ownMessage: true } as const
  if (isOwn && memberId !== undefined)
    return api.fund.findMyReturns({ body: { accountId, memberId, benchmark } }, options)
  return api.fund.findReturns(
    { body: { accountId, benchmark, ...(memberId === undefined ? {} : { memberId }) } },
    options,
  )
}
