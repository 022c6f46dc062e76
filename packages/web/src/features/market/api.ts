// The market's state for all users; sources, imports and refused lines for administrators, with what each change makes
// stale.
import type { ImportRun, MarketSource } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { showToast } from '../../ui/toast.tsx'

const runPollMs = 700

export function useSources() {
  return useQuery({
    queryKey: ['market', 'sources'],
    queryFn: ({ signal }) => api.market.findSources({}, { signal, ownMessage: true }),
  })
}

export function useImportFiles() {
  return useQuery({
    queryKey: ['market', 'files'],
    queryFn: ({ signal }) => api.market.findImportFiles({}, { signal, ownMessage: true }),
  })
}

const isRunning = (run: ImportRun): boolean => run.status === 'RUNNING'

/** The latest imports; polled while one is running. */
export function useImportRuns() {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['market', 'runs'],
    queryFn: async ({ signal, queryKey }) => {
      const before = client.getQueryData<readonly ImportRun[]>(queryKey)
      const runs = await api.market.findImportRuns({}, { signal, background: before !== undefined, ownMessage: true })
      // A finished import has changed the market: state, lists, sources and charts are refetched.
      if (before?.some((run) => isRunning(run) && runs.some((now) => now.id === run.id && !isRunning(now)))) {
        void client.invalidateQueries({
          predicate: ({ queryKey: key }) => (key[0] === 'market' && key[1] !== 'runs') || key[0] === 'stock',
        })
      }
      return runs
    },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runPollMs : false),
  })
}

export function useRefusedLines(runId: string, start: number, count: number) {
  return useQuery({
    queryKey: ['market', 'refused', runId, start, count],
    queryFn: ({ signal }) =>
      api.market.findRefusedLines({ params: { runId, start, count } }, { signal, ownMessage: true }),
    placeholderData: (before) => before,
  })
}

export function useImportFile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (order: { readonly name: string; readonly replace: boolean }) => api.market.importFile({ body: order }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['market', 'runs'] }),
    meta: { ownProgress: true },
  })
}

export function useUploadFile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, replace }: { readonly file: File; readonly replace: boolean }) =>
      api.market.uploadFile({ params: { name: file.name, replace }, file }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['market', 'runs'] }),
    meta: { ownProgress: true },
  })
}

export function useActivateSource() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (source: MarketSource) => api.market.activateSource({ body: { source } }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      void client.invalidateQueries({ queryKey: ['market'] })
      void client.invalidateQueries({ queryKey: ['stock'] })
    },
  })
}
