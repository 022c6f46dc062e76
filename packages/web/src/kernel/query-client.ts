// Defaults of the query cache, the only place where the browser keeps server data.
import { ApiError } from '@clubfolio/contract'
import { onlineManager, QueryClient, type Query } from '@tanstack/react-query'
import { keptFiguresAt } from './figures.ts'
import { session } from './session.ts'
import { contentText } from './content-text.ts'
import { rereadStaleFirstAnswers } from './stale-first-answer.ts'

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
rereadStaleFirstAnswers(queryClient)

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
  void readKept(query)
})

/** The last answer that this device kept takes the place of the server's, marked with its time by the frame. */
async function readKept(query: Query): Promise<void> {
  try {
    await query.fetch({ ...query.options, networkMode: 'always' })
  } catch {
    if (navigator.onLine || query.state.data !== undefined) return
    query.setState({ status: 'error', error: new ApiError(0, { code: 0, error: notLoaded }), fetchStatus: 'idle' })
  }
}

// A page that starts without a line hears no event about it.
onlineManager.setOnline(navigator.onLine)

let hadKept = false
let lookTimer: ReturnType<typeof setInterval> | undefined
const lookEveryMs = 10_000

// With the first answer of the server everything that came from this device is read again.
keptFiguresAt.subscribe(() => {
  const hasKept = keptFiguresAt.get() !== undefined
  if (hadKept && !hasKept && session.user()) void queryClient.invalidateQueries()
  hadKept = hasKept
  clearInterval(lookTimer)
  // The browser reports no event when a server answers again.
  if (hasKept)
    lookTimer = setInterval(() => void queryClient.refetchQueries({ queryKey: ['market', 'state'] }), lookEveryMs)
})
addEventListener('online', () => {
  if (hadKept) void queryClient.invalidateQueries()
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
