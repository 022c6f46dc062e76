// The watchlists, and what changing them makes stale: all lists, because an instrument may be on several.
import type { WatchedInstrument, Watchlist } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { marketKey, useMarketState } from '../../kernel/market-state.ts'
import { showToast } from '../../ui/toast.tsx'

const listsKey = ['watchlist'] as const

/** `isOffered`: whether the user may read watchlists; otherwise nothing is asked for. */
export function useWatchlists(isOffered = true) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: [...listsKey, marketKey(market)],
    queryFn: (context) => api.watchlist.findAll({}, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined && isOffered,
    placeholderData: (before) => before,
  })
}

/** `isQuiet`: no toast, because the list itself shows the change. */
function useListChange<Change, Reply extends { readonly message: string }>(
  call: (change: Change) => Promise<Reply>,
  isQuiet = false,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: ({ message }) => {
      if (!isQuiet) showToast({ tone: 'success', title: 'Success', message })
    },
    onSettled: () => client.invalidateQueries({ queryKey: listsKey }),
  })
}

/** The form of the name shows a refusal. */
export const useCreateWatchlist = () =>
  useListChange((name: string) => api.watchlist.create({ body: { name } }, { inForm: true }))
/** The form of the name shows a refusal. */
export const useRenameWatchlist = () =>
  useListChange((body: { id: string; name: string }) => api.watchlist.rename({ body }, { inForm: true }))
export const useDeleteWatchlist = () => useListChange((id: string) => api.watchlist.delete({ body: { id } }))
export const useAddInstrument = () =>
  useListChange((body: { id: string; code: string }) => api.watchlist.addInstrument({ body }))
export const useRemoveInstrument = () =>
  useListChange((body: { id: string; code: string }) => api.watchlist.removeInstrument({ body }))
/** The form of the note shows a refusal. */
export const useSaveNote = () =>
  useListChange((body: { id: string; code: string; note: string }) =>
    api.watchlist.saveNote({ body }, { inForm: true }),
  )
export const useReorder = () =>
  useListChange((body: { id: string; codes: string[] }) => api.watchlist.reorder({ body }), true)

export interface Removal {
  /** The list as it was before. */
  readonly list: Watchlist
  readonly item: WatchedInstrument
}

/** The toast about a removal has an Undo button, which puts the instrument back to its place with its note. */
export function useRemoveWithUndo() {
  const client = useQueryClient()
  const settle = { onSettled: () => client.invalidateQueries({ queryKey: listsKey }) }
  const restore = useMutation({
    mutationFn: async ({ list: { id, items }, item: { code, note } }: Removal) => {
      await api.watchlist.addInstrument({ body: { id, code } })
      if (note !== '') await api.watchlist.saveNote({ body: { id, code, note } })
      await api.watchlist.reorder({ body: { id, codes: items.map((each) => each.code) } })
    },
    onSuccess: (_, { list: { name }, item: { code } }) =>
      showToast({ tone: 'success', title: 'Success', message: `${code} is on ${name} again.` }),
    ...settle,
  })
  return useMutation({
    mutationFn: ({ list: { id }, item: { code } }: Removal) => api.watchlist.removeInstrument({ body: { id, code } }),
    onSuccess: (_, removal) =>
      showToast({
        tone: 'success',
        title: 'Success',
        message: `${removal.item.code} was removed from ${removal.list.name}.`,
        action: { label: 'Undo', onClick: () => restore.mutate(removal) },
      }),
    ...settle,
  })
}
