// The calls for runs: reports that are prepared in the background, mailed or run on a schedule.
import type { ReportFormat, ReportRun } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { downloadBlob } from '../../ui/download-blob.ts'
import { showToast } from '../../ui/toast.tsx'
import type { ReportFileRequest } from './api.ts'

const runsKey = ['report', 'runs'] as const
/** A run in progress updates its percentage; otherwise a schedule may have run. */
const busyMs = 1_000
const idleMs = 30_000

/** Returns true while the run can still be cancelled. */
export const isInProgress = ({ state }: Pick<ReportRun, 'state'>): boolean => state === 'WAITING' || state === 'RUNNING'

export function useRuns() {
  return useQuery({
    queryKey: runsKey,
    queryFn: (context) => api.reportDelivery.findRuns({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: ({ state: { data } }) => (data?.some(isInProgress) ? busyMs : idleMs),
  })
}

export function usePrepareReport(request: ReportFileRequest, onBegun: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (formats: ReportFormat[]) => api.reportDelivery.prepareReport({ body: { ...request, formats } }),
    onSuccess: async () => {
      onBegun()
      await client.invalidateQueries({ queryKey: runsKey })
    },
  })
}

export function useCancelRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.reportDelivery.cancelRun({ body: { id } }),
    onSuccess: ({ message }) => showToast({ tone: 'info', title: 'Info', message }),
    // A run that has ended meanwhile is shown in its final state.
    onSettled: () => client.invalidateQueries({ queryKey: runsKey }),
  })
}

/** A failed call has already shown its error; the refetched list then shows which files still exist. */
export function useDownloadRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ runId, format }: { readonly runId: string; readonly format: ReportFormat }) => {
      const { content, fileName } = await api.reportDelivery.downloadRun({ params: { runId, format } })
      downloadBlob(content, fileName)
    },
    onError: () => client.invalidateQueries({ queryKey: runsKey }),
  })
}
