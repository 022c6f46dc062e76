// Defaults of the query cache, the only place where the browser keeps server data.
import { ApiError } from '@clubfolio/contract'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { session } from './session.ts'
import { contentText } from './content-text.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The component shows its own progress; the full-screen 'Loading...' stays hidden. */
      readonly ownProgress?: boolean
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The failure listener reports every failed attempt, so a hidden retry would report twice; lists offer Retry in
      // place.
      retry: false,
      refetchOnWindowFocus: false,
      // Keys may hold bigints (cents).
      queryKeyHashFn: contentText,
    },
    // Nothing is queued for later: without a connection an effect fails at once instead of waiting.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Data that was never loaded reports this error instead of waiting for a connection; it loads when the browser is
 * online again.
 */
const notLoaded = 'You are offline, and this was not loaded before. It loads when you are online again.'

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const { fetchStatus, data, status } = query.state
  if (
    type !== 'updated' ||
    fetchStatus !== 'paused' ||
    data !== undefined ||
    status === 'error' ||
    navigator.onLine ||
    session.isPaused()
  )
    return
  void query.cancel({ silent: true })
  query.setState({ status: 'error', error: new ApiError(0, { code: 0, error: notLoaded }), fetchStatus: 'idle' })
})

let wasPaused = false

session.subscribe(() => {
  if (session.isPaused()) {
    // Without a token every refresh would fail, so the page pauses queries as if it were offline.
    wasPaused = true
    onlineManager.setOnline(false)
    return
  }
  if (!wasPaused) return
  wasPaused = false
  onlineManager.setOnline(navigator.onLine)
  void queryClient.invalidateQueries()
})
