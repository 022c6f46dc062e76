// The query cache's defaults: the only home of server data in the browser.
import { ApiError } from '@clubfolio/contract'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { session } from './session.ts'
import { contentText } from './content-text.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The part shows its own progress; the full-screen 'Loading...' stays away. */
      readonly ownProgress?: boolean
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Each failed attempt speaks through the failure listener, so a hidden retry would speak twice; lists offer Retry in place.
      retry: false,
      refetchOnWindowFocus: false,
      // Keys may hold bigints (cents).
      queryKeyHashFn: contentText,
    },
    // Nothing is ever sent later: without a line an effect fails at once instead of waiting for one.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A place that was never loaded says so instead of waiting for a line; it loads by itself when the line is back. */
const notLoaded = 'You are offline, and this was not loaded before. It loads when you are online again.'

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const { fetchStatus, data, status } = query.state
  if (type !== 'updated' || fetchStatus !== 'paused' || data !== undefined || status === 'error' || navigator.onLine || session.isPaused()) return
  void query.cancel({ silent: true })
  query.setState({ status: 'error', error: new ApiError(0, { code: 0, error: notLoaded }), fetchStatus: 'idle' })
})

let wasPaused = false

session.subscribe(() => {
  if (session.isPaused()) {
    // Without a token every refresh would fail; like a browser without a line, the page waits.
    wasPaused = true
    onlineManager.setOnline(false)
    return
  }
  if (!wasPaused) return
  wasPaused = false
  onlineManager.setOnline(navigator.onLine)
  void queryClient.invalidateQueries()
})
