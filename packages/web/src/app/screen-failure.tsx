// Fallback for a screen whose code could not be loaded or that crashed.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from '../ui/state/failed-state.tsx'

export function ScreenFailure({ reset }: ErrorComponentProps) {
  return (
    <div style={{ padding: 'var(--cf-page-padding)' }}>
      <FailedState
        title="This page could not be shown"
        why="It may have been updated since you opened it. Loading it again usually helps."
        onRetry={() => (reset(), location.reload())}
      />
    </div>
  )
}
