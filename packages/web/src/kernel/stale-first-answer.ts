// A query that becomes stale while its first answer is on the way is read again after it. TanStack Query keeps such a
// request instead of starting another one, and would take an answer from before the change for the newest.
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Follows the queries of a client. Example: an order is filled while the list of orders loads for the first time; the
 * list appears without the fill and is read again at once.
 */
export function rereadStaleFirstAnswers(client: QueryClient): void {
  const isStale = new WeakSet<Query>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'invalidate') {
      if (query.state.data === undefined && query.state.fetchStatus !== 'idle') isStale.add(query)
    } else if ((action.type === 'success' || action.type === 'error') && isStale.delete(query)) {
      if (action.type === 'success') void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  })
}
