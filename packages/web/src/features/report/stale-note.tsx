// Says that a list is older than it should be: its last refresh failed, or there is no connection.
import type { UseQueryResult } from '@tanstack/react-query'
import { useIsOnline } from '../../kernel/online.ts'
import { formatTime } from '../../ui/format/date.ts'
import classes from './report.module.css'

export function StaleNote({ query }: { readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'dataUpdatedAt'> }) {
  const isOnline = useIsOnline()
  const why = isOnline ? (query.isError ? query.error?.message : undefined) : 'You are offline.'
  if (why === undefined) return null
  return (
    <p role="status" className={classes['stale']}>
      {why} The list is as it was at {formatTime(query.dataUpdatedAt)}.
    </p>
  )
}
