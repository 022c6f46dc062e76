// The query cache's defaults: the only home of server data in the browser.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { session } from './session.ts'
import { contentText } from './submit-key.ts'

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
    mutations: { retry: false },
  },
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
