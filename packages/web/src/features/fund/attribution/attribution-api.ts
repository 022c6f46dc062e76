// What earned the money over a period: of an account or fund, and a member's own part; and where a figure comes from.
import type { AttributionGrouping, DerivedKind, LineFigure } from '@clubfolio/contract'
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
  /** An instrument to compare with; without one nothing has an excess. */
  readonly benchmark?: string
}

export function useAttribution(place: AttributionPlace | undefined) {
  const key = place ? `${place.accountId} ${place.memberId ?? ''}` : ''
  return useQuery({
    queryKey: [...participationKey, 'attribution', key, place],
    queryFn: ({ signal }) => {
      const { memberId, benchmark, ...span } = place!
      const options = { signal, ownMessage: true } as const
      const query = benchmark === undefined ? {} : { benchmark }
      return memberId === undefined
        ? api.fund.findAttribution({ params: span, query }, options)
        : api.fund.findMyAttribution({ params: { ...span, memberId }, query }, options)
    },
    enabled: place !== undefined,
    // Another period or grouping of the same part: the table stays while it is loaded.
    placeholderData: (before, query) => (query?.queryKey.includes(key) ? before : undefined),
    retry: false,
  })
}

/** A figure of a line, or of several together. */
export interface ShownFigure {
  readonly kind: DerivedKind
  /** Of a line. */
  readonly name?: string
  readonly figure: LineFigure
}

export interface TableOfLines extends AttributionPlace {
  /** Closed positions are one line. */
  readonly joinsClosed: boolean
}

export function useLineDerivation({ memberId, joinsClosed, ...span }: TableOfLines, shown: ShownFigure) {
  return useQuery({
    queryKey: [...participationKey, 'line', memberId ?? '', span, joinsClosed, shown],
    queryFn: ({ signal }) => {
      const options = { signal, ownMessage: true } as const
      const asked = { ...span, ...shown, ...(joinsClosed ? { joinsClosed } : {}) }
      return memberId === undefined
        ? api.fund.deriveLine({ body: asked }, options)
        : api.fund.deriveMyLine({ body: { ...asked, memberId } }, options)
    },
  })
}
