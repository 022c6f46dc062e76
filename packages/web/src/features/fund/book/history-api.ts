// The history of a fund, page by page, for its owner and for a member; and all of it for the file.
import { largestHistoryPage, type BodyOf, type FundHistoryLine } from '@clubfolio/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from './api.ts'

export interface HistoryPlace {
  readonly accountId: string
  /** Set for a member, who reads only their own lines. */
  readonly ownMemberId?: string | undefined
}

export type HistoryChoice = Omit<BodyOf<'fund', 'findHistory'>, 'accountId' | 'start' | 'count'>
type Page = Pick<BodyOf<'fund', 'findHistory'>, 'start' | 'count'>

interface HistoryAnswer {
  readonly total: number
  readonly result: readonly FundHistoryLine[]
  readonly authors: readonly { readonly id: string; readonly name: string }[]
}

async function ask(
  { accountId, ownMemberId }: HistoryPlace,
  choice: HistoryChoice,
  page: Page,
  options: { readonly signal?: AbortSignal; readonly ownMessage?: true },
): Promise<HistoryAnswer> {
  if (ownMemberId === undefined) return api.fund.findHistory({ body: { accountId, ...choice, ...page } }, options)
  const { kind, from, to } = choice
  const body = { accountId, memberId: ownMemberId, kind, from, to, ...page }
  return { ...(await api.fund.findMyHistory({ body }, options)), authors: [] }
}

export function useHistory(place: HistoryPlace, choice: HistoryChoice, page: Page) {
  return useQuery({
    queryKey: [...participationKey, 'history', place, choice, page],
    queryFn: ({ signal }) => ask(place, choice, page, { signal, ownMessage: true }),
    placeholderData: keepPreviousData,
  })
}

/** Loads every line of the choice for the file; the interceptor shows failures. */
export function useLoadHistory(place: HistoryPlace, choice: HistoryChoice) {
  return async (): Promise<FundHistoryLine[]> => {
    const lines: FundHistoryLine[] = []
    for (;;) {
      const { total, result } = await ask(place, choice, { start: lines.length, count: largestHistoryPage }, {})
      lines.push(...result)
      if (result.length === 0 || lines.length >= total) return lines
    }
  }
}
