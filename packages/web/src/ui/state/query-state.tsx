// A list or a figure that is loaded: a skeleton until it is there, or why it could not be loaded, with Retry.
// Where only a refresh failed, what was loaded before stays below the message.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailedQuery } from './failed-query.tsx'
import type { ReadQuery } from './failure-of.ts'

/** What of a query this needs; every result of the query library has it. */
export interface ShownQuery<Data> extends ReadQuery {
  readonly data: Data | undefined
}

export interface QueryStateProps<Data> {
  readonly query: ShownQuery<Data>
  /** What failed: "The votes could not be loaded". */
  readonly failure: string
  /** Shown until something is loaded; a skeleton by default. */
  readonly waiting?: ReactNode
  readonly children: (data: Data) => ReactNode
}

export function QueryState<Data>({ query, failure, waiting, children }: QueryStateProps<Data>) {
  const { data, error } = query
  return (
    <>
      <FailedQuery query={query} title={failure} />
      {data !== undefined ? children(data) : error ? null : (waiting ?? <Skeleton height={120} />)}
    </>
  )
}
