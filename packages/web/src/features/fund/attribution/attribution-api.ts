// What earned the money over a period: of an account or fund, and a member's own part; and where a figure comes from.
import type { AttributionGrouping, DerivedKind, LineFigure } from '@clubfolio/contract'
import { matchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
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

export interface DayLinesPlace {
  readonly accountId: string
  /** For the own part of a member. */
  readonly memberId?: string
  /** When the shown account was read; its lines follow each reading, as its other figures do. */
  readonly readAt?: number | null
}

const refreshMs = 60_000

/** A member has no account whose readings could be followed: their lines are asked for again each minute. */
export function useDayLines({ accountId, memberId, readAt }: DayLinesPlace) {
  const client = useQueryClient()
  const queryKey = [...participationKey, 'day-lines', accountId, memberId ?? '']
  return useQuery({
    queryKey: [...queryKey, readAt ?? null],
    queryFn: ({ signal }) => {
      // Also for the first time after another reading: nobody has asked for it.
      const background = client.getQueriesData({ queryKey }).some(([, data]) => data !== undefined)
      const options = { signal, background, ownMessage: true } as const
      return memberId === undefined
        ? api.fund.findDayLines({ params: { accountId } }, options)
        : api.fund.findMyDayLines({ params: { accountId, memberId } }, options)
    },
    ...(readAt === undefined ? { refetchInterval: refreshMs } : {}),
    // Those of the reading before stay while those of the new one are loaded.
    placeholderData: (before, query) => (query && matchQuery({ queryKey }, query) ? before : undefined),
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
