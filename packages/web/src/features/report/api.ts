// The calls for reports: the list, a report's filters, its rows page by page, its files, and saved filters.
import {
  ApiError,
  largestReportPage,
  reportPageSize,
  type FilledFilter,
  type ReportData,
  type SavedFilter,
  type SortDirection,
  type WholeBody,
} from '@clubfolio/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kernel/api.ts'
import { contentText } from '../../kernel/content-text.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { showRest } from '../../ui/field-fault.ts'
import { showToast } from '../../ui/toast.tsx'

export type ReportDataRow = ReportData['data'][number]

/** A report request: the report in the list, its filters and its order. */
export interface ReportQuestion {
  readonly report: string
  readonly filter: FilledFilter[]
  readonly orderBy: string
  readonly direction: SortDirection
}

export function useReports() {
  return useQuery({
    queryKey: ['report', 'list'],
    queryFn: (context) => api.report.getStaticReport({}, { ...refreshOptions(context), ownMessage: true }),
  })
}

export function useReportDetails(id: string, isWanted = true) {
  return useQuery({
    queryKey: ['report', 'details', id],
    queryFn: (context) =>
      api.report.getStaticReportDetailsById({ params: { id } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: isWanted,
    retry: (count, error) => !(error instanceof ApiError && error.status > 0 && error.status < 500) && count < 2,
  })
}

/** A page of rows with the question that it answers and its first row. */
export interface ReadPage extends ReportData {
  readonly question: ReportQuestion
  readonly start: number
  readonly readAtMs: number
}

/**
 * Returns the page that is asked for as `query`, and as `shown` the rows to show: until the page arrives, and if it
 * fails, the page before it, if that answers the same filters. Its order and its place are its own, so that a header or
 * a pager that follow `shown` agree with the rows. `question` is undefined until every filter has a choice.
 */
export function useReportPage(question: ReportQuestion | undefined, start: number) {
  const query = useQuery({
    queryKey: ['report', 'page', question?.report, question, start],
    queryFn: async (context): Promise<ReadPage> => {
      const page = await api.report.getStaticReportData(
        { body: { ...question!, limit: reportPageSize, offset: start } },
        { ...refreshOptions(context), ownMessage: true },
      )
      return { ...page, question: question!, start, readAtMs: Date.now() }
    },
    enabled: question !== undefined,
  })
  const [last, setLast] = useState(query.data)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const isSame = last !== undefined && question !== undefined && filtersOf(last.question) === filtersOf(question)
  return { query, shown: query.data ?? (isSame ? last : undefined) }
}

const filtersOf = ({ report, filter }: ReportQuestion): string => contentText([report, filter])

/** How many rows a graph is drawn from. */
const mostGraphRows = 1_000

/** The rows of a graph, in the order of the question; `isCut` says that there are more. */
export function useGraphRows(question: ReportQuestion | undefined, isWanted: boolean) {
  return useQuery({
    queryKey: ['report', 'graph', question?.report, question],
    queryFn: ({ signal }) => readRows(question!, mostGraphRows, { signal, ownMessage: true }),
    enabled: question !== undefined && isWanted,
    placeholderData: (before, query) =>
      query?.queryKey[2] === question?.report ? keepPreviousData(before) : undefined,
  })
}

async function readRows(
  question: ReportQuestion,
  most: number,
  options: { readonly signal: AbortSignal; readonly ownMessage: boolean },
): Promise<{ readonly rows: ReportDataRow[]; readonly isCut: boolean }> {
  const rows: ReportDataRow[] = []
  for (;;) {
    // Each page starts where the previous one ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, total } = await api.report.getStaticReportData(
      { body: { ...question, limit: largestReportPage, offset: rows.length } },
      options,
    )
    rows.push(...data)
    if (data.length === 0 || rows.length >= Math.min(total, most))
      return { rows: rows.slice(0, most), isCut: total > most }
  }
}

/** A report with its selected columns, for its files. */
export interface ReportFileRequest extends ReportQuestion {
  readonly column: string[]
}

/** The report as a file; the interceptor shows failures. */
export const generateFile = {
  pdf: (request: ReportFileRequest) => api.reportDelivery.generatePdf({ body: request }),
  xlsx: (request: ReportFileRequest) => api.reportDelivery.generateExcel({ body: request }),
  csv: (request: ReportFileRequest) => api.reportDelivery.generateCsv({ body: request }),
} as const

export type ReportMail = Pick<WholeBody<'reportDelivery', 'sendPdfReportByEmail'>, 'emailList' | 'comment'>

export function useSendReport(request: ReportFileRequest, onSent: () => void) {
  return useMutation({
    mutationFn: (mail: ReportMail) =>
      api.reportDelivery.sendPdfReportByEmail({ body: { ...request, ...mail } }, { inForm: true }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onSent()
    },
  })
}

const savedKey = (report: string) => ['report', 'saved', report] as const

export function useSavedFilters(report: string) {
  return useQuery({
    queryKey: savedKey(report),
    queryFn: (context) =>
      api.report.findSavedFilters({ params: { report } }, { ...refreshOptions(context), ownMessage: true }),
  })
}

function useSavedChange<Change>(
  report: string,
  call: (change: Change) => Promise<{ readonly message: string }>,
  onError?: (error: unknown) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onError: (error) => onError?.(error),
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      await client.invalidateQueries({ queryKey: savedKey(report) })
    },
  })
}

/** Its form shows a refusal. */
export const useSaveFilter = (report: string) =>
  useSavedChange(
    report,
    (kept: Pick<SavedFilter, 'name' | 'orderBy' | 'direction'> & { readonly filter: FilledFilter[] }) =>
      api.report.saveFilter({ body: { report, ...kept } }, { inForm: true }),
  )
/** The inline editor shows what is wrong with the name. */
export const useRenameFilter = (report: string) =>
  useSavedChange(
    report,
    (body: { id: string; name: string }) => api.report.renameFilter({ body }, { inForm: true }),
    (error) => showRest(error, ['name']),
  )
export const useDeleteFilter = (report: string) =>
  useSavedChange(report, (id: string) => api.report.deleteFilter({ body: { id } }))
