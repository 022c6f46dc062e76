// What stands where a report's rows would be, or above the rows from before, when a page could not be read.
import type { ReportColumn } from '@clubfolio/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { FailedStateProps } from '../../ui/state/failed-state.tsx'
import type { ReadPage, ReportQuestion } from './api.ts'

export interface UnreadPageOptions {
  readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'fetchStatus' | 'refetch'>
  /** The rows in view, which may answer an earlier question. */
  readonly shown: ReadPage | undefined
  readonly asked: Pick<ReportQuestion, 'orderBy' | 'direction'> & { readonly start: number }
  readonly columns: readonly ReportColumn[]
  readonly isOnline: boolean
}

/** Returns undefined while nothing failed. */
export function describeUnreadPage(options: UnreadPageOptions): FailedStateProps | undefined {
  const { query, shown, isOnline } = options
  const { isError, error, isFetching, fetchStatus, refetch } = query
  const isWaiting = fetchStatus === 'paused' && !isOnline
  if (!isError && !isWaiting) return undefined
  return {
    title: isError ? titleOf(options) : 'The report was not refreshed',
    why: isError && error ? error.message : 'You are offline. It is read when you are online again.',
    lastGoodMs: shown?.readAtMs ?? 0,
    onRetry: () => void refetch(),
    isRetrying: isFetching,
  }
}

function titleOf({ shown, asked, columns }: UnreadPageOptions): string {
  if (shown && (shown.question.orderBy !== asked.orderBy || shown.question.direction !== asked.direction)) {
    const column = columns.find(({ nomenclatorConfigNameKey: key }) => key === asked.orderBy)
    return `The report could not be sorted by ${column?.nomenclatorConfigDisplayName ?? asked.orderBy}`
  }
  return shown && shown.start !== asked.start ? 'The page could not be read' : 'The report could not be read'
}
