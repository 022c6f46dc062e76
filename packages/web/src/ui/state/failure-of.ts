// What a failed read looks like on every screen: what failed, why, and since when the rows below are no longer current.
import type { FailedStateProps } from './failed-state.tsx'

/** What of a query this needs; every result of the query library has it. */
export interface ReadQuery {
  readonly error: Error | null
  readonly isFetching: boolean
  /** When data were last read; 0 when they never were. */
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

/**
 * Returns the failure of a query's last read for `DataTable` or `FailedState`, or undefined when it succeeded or none
 * has ended. `title` says what failed.
 * Example: `failureOf(tasks, 'The tasks could not be loaded')`.
 */
export function failureOf(query: ReadQuery, title: string): FailedStateProps | undefined {
  if (query.error === null) return undefined
  return {
    title,
    why: query.error.message,
    lastGoodMs: query.dataUpdatedAt,
    onRetry: () => void query.refetch(),
    isRetrying: query.isFetching,
  }
}
