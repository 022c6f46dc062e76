// The state of a place whose query failed, with Retry in place; nothing while it did not fail.
import { failureOf, type ReadQuery } from './failure-of.ts'
import { FailedState } from './failed-state.tsx'

export interface FailedQueryProps {
  readonly query: ReadQuery
  /** What failed: "The fees could not be loaded". */
  readonly title: string
}

export function FailedQuery({ query, title }: FailedQueryProps) {
  const failure = failureOf(query, title)
  return failure ? <FailedState {...failure} /> : null
}
