// Distinguishes a background refresh (a timer or a change elsewhere) from a first load, so that refreshes neither show
// errors nor count as user activity.
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Returns the call options of a query function: the header Background on refreshes. */
export function refreshOptions({
  client,
  queryKey,
  signal,
}: {
  readonly client: QueryClient
  readonly queryKey: QueryKey
  readonly signal: AbortSignal
}): { signal: AbortSignal; background: boolean } {
  return { signal, background: client.getQueryData(queryKey) !== undefined }
}
