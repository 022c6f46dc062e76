// The place of a report while it is read, or when it could not be.
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Panel } from '../../ui/panel.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'

export function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading" aria-busy="true">
      <Skeleton height={320} />
    </div>
  )
}

export function UnreadReport({ query }: { readonly query: UseQueryResult }) {
  const { isError, error, refetch, isFetching } = query
  return (
    <Panel isPadded>
      {isError ? (
        <FailedState
          title="The report could not be opened"
          why={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <ReportSkeleton />
      )}
    </Panel>
  )
}
