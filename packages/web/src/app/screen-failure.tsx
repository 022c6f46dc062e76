// Fallback for a screen that crashed or whose code could not be loaded. Offline it says so, and the screen opens by
// itself when the line is back.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIsOnline } from '../kernel/online.ts'
import { EmptyState } from '../ui/state/empty-state.tsx'
import { FailedState } from '../ui/state/failed-state.tsx'
import { OfflineScreenError } from './lazy-screen.tsx'

export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const isOnline = useIsOnline()
  useEffect(() => {
    if (isOnline && error instanceof OfflineScreenError) void error.loadAgain().then(reset)
  }, [isOnline, error, reset])
  return (
    <div style={{ padding: 'var(--cf-page-padding)' }}>
      {isOnline ? (
        <FailedState
          title="This page could not be shown"
          why="It may have been updated since you opened it. Loading it again usually helps."
          onRetry={() => (reset(), location.reload())}
        />
      ) : (
        <div role="alert">
          <EmptyState
            title="You are offline"
            words="This page was not loaded before. It opens when you are online again."
          />
        </div>
      )}
    </div>
  )
}
