// The calls of the screener: a run, the available sectors, and the saved screens.
import type { ScreenCriteria } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { marketKey, useMarketState } from '../../kernel/market-state.ts'
import { showToast } from '../../ui/toast.tsx'

const screensKey = ['screener', 'screens'] as const

export function useScreenRun(criteria: ScreenCriteria) {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['screener', 'run', marketKey(market), criteria],
    queryFn: (context) => api.screener.run({ body: { criteria } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined,
    placeholderData: (before) => before,
  })
}

export function useSectors() {
  const { data: market } = useMarketState()
  return useQuery({
    queryKey: ['screener', 'sectors', market?.source],
    queryFn: (context) => api.screener.findSectors({}, { ...refreshOptions(context), ownMessage: true }),
    enabled: market !== undefined,
  })
}

export function useScreens() {
  return useQuery({
    queryKey: screensKey,
    queryFn: (context) => api.screener.findScreens({}, { ...refreshOptions(context), ownMessage: true }),
  })
}

function useScreenChange<Change>(call: (change: Change) => Promise<{ readonly message: string }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      await client.invalidateQueries({ queryKey: screensKey })
    },
  })
}

/** Its form shows a refusal. */
export const useSaveScreen = () =>
  useScreenChange((body: { name: string; criteria: ScreenCriteria; isDaily: boolean }) =>
    api.screener.saveScreen({ body }, { inForm: true }),
  )
export const useDeleteScreen = () => useScreenChange((id: string) => api.screener.deleteScreen({ body: { id } }))
