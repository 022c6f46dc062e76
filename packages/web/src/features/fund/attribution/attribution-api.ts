// What earned the money over a period: of an account or fund, and a member's own part.
import type { AttributionGrouping } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'

export interface AttributionPlace {
  readonly accountId: string
  /** For the own part of a member. */
  readonly memberId?: string
  /** A day, or a period up to `to`. */
  readonly from: string
  /** A day, or `last`. */
  readonly to: string
  readonly grouping: AttributionGrouping
}

export function useAttribution(place: AttributionPlace | undefined) {
  const key = place ? `${place.accountId} ${place.memberId ?? ''}` : ''
  return useQuery({
    queryKey: [...participationKey, 'attribution', key, place],
    queryFn: ({ signal }) => {
      const { memberId, ...span } = place!
      return memberId === undefined
        ? api.fund.findAttribution({ params: span }, { signal, ownMessage: true })
        : api.fund.findMyAttribution({ params: { ...span, memberId } }, { signal, ownMessage: true })
    },
    enabled: place !== undefined,
    // Another period or grouping of the same part: the table stays while it is loaded.
    placeholderData: (before, query) => (query?.queryKey.includes(key) ? before : undefined),
    retry: false,
  })
}
