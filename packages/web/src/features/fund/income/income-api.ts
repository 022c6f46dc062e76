// Income over a period: of an account or fund, and a member's own part.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'

export interface IncomePlace {
  readonly accountId: string
  /** For the own part of a member. */
  readonly memberId?: string
  /** A day, or a period up to `to`. */
  readonly from: string
  /** A day, or `last`. */
  readonly to: string
}

export function useIncome(place: IncomePlace | undefined) {
  const key = place ? `${place.accountId} ${place.memberId ?? ''}` : ''
  return useQuery({
    queryKey: [...participationKey, 'income', key, place],
    queryFn: ({ signal }) => {
      const { memberId, ...span } = place!
      return memberId === undefined
        ? api.fund.findIncome({ params: span }, { signal, ownMessage: true })
        : api.fund.findMyIncome({ params: { ...span, memberId } }, { signal, ownMessage: true })
    },
    enabled: place !== undefined,
    // Another period of the same part: its figures stay while the others are loaded.
    placeholderData: (before, query) => (query?.queryKey.includes(key) ? before : undefined),
    retry: false,
  })
}
