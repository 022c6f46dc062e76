// Parses the query of the orders calls.
import { parseInstant } from '../kernel/wire-time.ts'
import { ORDER_STATUSES } from '../kind/order-kind.ts'
import type { OrderQuery } from './read-orders.ts'

const DAY_MS = 24 * 60 * 60_000
const MAX_RANGE_DAYS = 366
const DEFAULT_MAX_RESULTS = 3000

/** Statuses of the real wire that this brokerage never uses; a query for one finds nothing. */
const OTHER_STATUSES: ReadonlySet<string> = new Set([
  'AWAITING_CONDITION',
  'AWAITING_STOP_CONDITION',
  'AWAITING_MANUAL_REVIEW',
  'ACCEPTED',
  'AWAITING_UR_OUT',
  'PENDING_REPLACE',
  'NEW',
  'AWAITING_RELEASE_TIME',
  'PENDING_ACKNOWLEDGEMENT',
  'PENDING_RECALL',
  'UNKNOWN',
])

/**
 * Returns the query, `nothing` when it cannot match any of our orders, or a sentence that describes the error.
 */
export function readOrderQuery(
  query: Record<string, unknown>,
  earliestMs: number | null,
): OrderQuery | 'nothing' | { readonly complaint: string } {
  const instantOf = (name: string): number | null => {
    const value = query[name]
    return typeof value === 'string' ? parseInstant(value) : null
  }
  const from = instantOf('fromEnteredTime')
  const to = instantOf('toEnteredTime')
  if (from === null || to === null)
    return { complaint: 'fromEnteredTime and toEnteredTime are needed in the form yyyy-MM-ddTHH:mm:ss.SSSZ' }
  if (to < from) return { complaint: 'toEnteredTime is earlier than fromEnteredTime' }
  if (to - from > MAX_RANGE_DAYS * DAY_MS)
    return { complaint: 'The range between fromEnteredTime and toEnteredTime is more than a year' }
  if (earliestMs !== null && from < earliestMs) return { complaint: 'fromEnteredTime is more than 60 days back' }
  const count = query['maxResults'] ?? String(DEFAULT_MAX_RESULTS)
  if (typeof count !== 'string' || !/^\d{1,6}$/.test(count) || count === '0')
    return { complaint: 'maxResults is a whole number above 0' }
  const asked = query['status'] ?? ''
  const status = ORDER_STATUSES.find((one) => one === asked) ?? null
  const read = { from: new Date(from), to: new Date(to), maxResults: Math.min(Number(count), DEFAULT_MAX_RESULTS) }
  if (status !== null || asked === '') return { ...read, status }
  return typeof asked === 'string' && OTHER_STATUSES.has(asked)
    ? 'nothing'
    : { complaint: 'status is no status of an order' }
}
