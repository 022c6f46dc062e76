// The calls for own reports: datasets, saved and shared reports, and a page of the report being composed.
import { ApiError, reportPageSize, type OwnReportContent, type WholeBody } from '@clubfolio/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { showToast } from '../../ui/toast.tsx'

const ownKey = ['report', 'own'] as const
/** A refusal is final, so it is not retried. */
const retry = (count: number, error: Error): boolean =>
  !(error instanceof ApiError && error.status > 0 && error.status < 500) && count < 2

export const useDatasets = () =>
  useQuery({
    queryKey: ['report', 'datasets'],
    queryFn: (context) => api.ownReport.findDatasets({}, { ...refreshOptions(context), ownMessage: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const useOwnReports = () =>
  useQuery({
    queryKey: ownKey,
    queryFn: (context) => api.ownReport.findOwnReports({}, { ...refreshOptions(context), ownMessage: true }),
  })
export const useOwnGroups = () =>
  useQuery({
    queryKey: ['report', 'groups'],
    queryFn: (context) => api.ownReport.findGroups({}, { ...refreshOptions(context), ownMessage: true }),
  })

export function useOwnReport(id: string) {
  return useQuery({
    queryKey: [...ownKey, id],
    queryFn: (context) =>
      api.ownReport.findOwnReport({ params: { id } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: id !== '',
    retry,
  })
}

/**
 * A page of the report being composed, with the order and the first row it was read in; the previous page stays in view
 * until the next one arrives.
 */
export function useComposedPage(content: OwnReportContent | undefined, offset: number) {
  return useQuery({
    queryKey: ['report', 'composed', content, offset],
    queryFn: async (context) => {
      const page = await api.ownReport.run(
        { body: { content: content!, limit: reportPageSize, offset } },
        { ...refreshOptions(context), ownMessage: true },
      )
      return { ...page, orderBy: content!.orderBy, start: offset }
    },
    enabled: content !== undefined,
    placeholderData: keepPreviousData,
    retry,
  })
}

/** How many rows a graph uses while the report is composed. */
export const composedGraphRows = 200

export function useComposedGraph(content: OwnReportContent | undefined) {
  const x = content?.graph?.x
  return useQuery({
    queryKey: ['report', 'composed-graph', content],
    queryFn: (context) =>
      api.ownReport.run(
        { body: { content: content!, limit: composedGraphRows, offset: 0, orderBy: x ?? null, direction: 'ASC' } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: x !== undefined,
    placeholderData: keepPreviousData,
    retry,
  })
}

function useOwnChange<Change, Reply extends { readonly message: string }>(call: (change: Change) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      // The list of reports, its details and its pages all depend on it.
      await client.invalidateQueries({ queryKey: ['report'] })
    },
  })
}

export type OwnReportToSave = WholeBody<'ownReport', 'saveOwnReport'>

/** Its form shows a refusal. */
export const useSaveOwnReport = () =>
  useOwnChange((body: OwnReportToSave) => api.ownReport.saveOwnReport({ body }, { inForm: true }))
/** Its form shows a refusal. */
export const useRenameOwnReport = () =>
  useOwnChange((body: { id: string; name: string }) => api.ownReport.renameOwnReport({ body }, { inForm: true }))
export const useDeleteOwnReport = () => useOwnChange((id: string) => api.ownReport.deleteOwnReport({ body: { id } }))
export const useShareOwnReport = () =>
  useOwnChange((body: { id: string; groupIds: string[] }) => api.ownReport.shareOwnReport({ body }))
