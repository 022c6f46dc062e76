// Sends the chart changes that this browser has kept as soon as it can: at the start, after a sign-in, when the line is
// back, and every minute. Signing out deletes them. Source: docs/decisions/0050-charts-are-merged.md.
import { chartDrafts, isOpenChart } from '../kernel/chart-drafts.ts'
import { session } from '../kernel/session.ts'

const retryMs = 60_000

/** Call once at startup. Returns the function that ends it. */
export function sendKeptCharts(): () => void {
  let isSending = false

  async function send(): Promise<void> {
    const userId = session.user()?.id
    if (isSending || userId === undefined || !navigator.onLine) return
    const kept = chartDrafts.list(userId).filter((draft) => !isOpenChart(draft))
    if (kept.length === 0) return
    isSending = true
    try {
      // Code of charts is loaded only when there is something to send.
      const { sendDrafts } = await import('../features/chart/send-drafts.ts')
      await sendDrafts(kept, chartDrafts)
    } catch {
      // The code was not loaded; the next occasion comes.
    } finally {
      isSending = false
    }
  }

  const stop = new AbortController()
  const unsubscribe = session.subscribe((user, ended) => {
    if (user) void send()
    const lastUserId = session.lastUserId()
    if (ended === 'logout' && lastUserId !== undefined) chartDrafts.forget(lastUserId)
  })
  addEventListener('online', () => void send(), { signal: stop.signal })
  const timer = setInterval(() => void send(), retryMs)
  void send()
  return () => {
    unsubscribe()
    stop.abort()
    clearInterval(timer)
  }
}
