// The market's state for all users; sources, imports and refused lines for administrators, with what each change makes
// stale.
import type { ImportRun, MarketSource } from '@clubfolio/contract'
import type { DateOrder } from '@clubfolio/domain'
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

/** A file of the browser, or one of the server's folder by its name. */
export type ImportSource = { readonly file: File } | { readonly name: string }

/** More than enough of a table to tell its columns and the order of its dates. */
const inspectedBytes = 1_048_576

async function isZip(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

/** Looks into a file before it is imported. Of a large table only the beginning is sent, of an archive everything. */
export function useInspect() {
  return useMutation({
    mutationFn: async (source: ImportSource) => {
      if ('name' in source) return api.market.inspectFile({ query: { name: source.name } })
      const { file } = source
      const isWhole = file.size <= inspectedBytes || (await isZip(file))
      return api.market.inspectUpload({
        params: { name: file.name, isWhole },
        file: isWhole ? file : file.slice(0, inspectedBytes),
      })
    },
    meta: { ownProgress: true },
  })
}

interface ImportOrder {
  readonly source: ImportSource
  readonly replace: boolean
  /** What the user answered; undefined when nothing was asked. */
  readonly answers: { readonly symbols: readonly string[]; readonly dates: DateOrder | undefined } | undefined
}

export function useImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ source, replace, answers }: ImportOrder) => {
      const dates = answers?.dates === undefined ? {} : { dates: answers.dates }
      if ('name' in source) {
        const symbols = answers === undefined ? {} : { symbols: [...answers.symbols] }
        return api.market.importFile({ body: { name: source.name, replace, ...symbols, ...dates } })
      }
      const { file } = source
      const symbols = answers === undefined ? {} : { symbols: answers.symbols.join(',') }
      return api.market.uploadFile({ params: { name: file.name, replace }, query: { ...symbols, ...dates }, file })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['market', 'runs'] }),
    meta: { ownProgress: true },
  })
}

export function useActivateSource() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ source, anyway }: { readonly source: MarketSource; readonly anyway: boolean }) =>
      api.market.activateSource({ body: anyway ? { source, anyway } : { source } }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      void client.invalidateQueries({ queryKey: ['market'] })
      void client.invalidateQueries({ queryKey: ['stock'] })
    },
  })
}
