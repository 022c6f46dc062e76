// Whether the browser knows that it has no connection.
import { useSyncExternalStore } from 'react'

function subscribeToLine(listener: () => void): () => void {
  const stop = new AbortController()
  addEventListener('online', listener, { signal: stop.signal })
  addEventListener('offline', listener, { signal: stop.signal })
  return () => stop.abort()
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribeToLine, () => navigator.onLine)
