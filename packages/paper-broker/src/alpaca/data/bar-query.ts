// Parses the query of the bars calls of the Alpaca data API.

import { type EpochMs, newYorkDateAt, newYorkInstant } from '@clubfolio/domain'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { instantOf } from '../kernel/alpaca-time.ts'
import { countOf, wordOf } from '../order/order-list-query.ts'

const DEFAULT_BARS = 1000
const MOST_BARS = 10_000

export type BarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month'

export interface TimeFrame {
  readonly count: number
  readonly unit: BarUnit
  /** As the client wrote it. */
  readonly text: string
}

const UNITS: Readonly<Record<string, { readonly unit: BarUnit; readonly most: number }>> = {
  min: { unit: 'minute', most: 59 },
  t: { unit: 'minute', most: 59 },
  hour: { unit: 'hour', most: 23 },
  h: { unit: 'hour', most: 23 },
  day: { unit: 'day', most: 1 },
  d: { unit: 'day', most: 1 },
  week: { unit: 'week', most: 1 },
  w: { unit: 'week', most: 1 },
  month: { unit: 'month', most: 12 },
  m: { unit: 'month', most: 12 },
}

/** Months of a bar that divide a year. */
const MONTHS: ReadonlySet<number> = new Set([1, 2, 3, 4, 6, 12])

/** Parses a time frame such as `15Min`, `1Hour` or `1Day`. */
export function readTimeFrame(value: unknown): TimeFrame {
  const text = typeof value === 'string' ? value : ''
  const match = /^(\d{1,2})([A-Za-z]+)$/.exec(text)
  const known = UNITS[(match?.[2] ?? '').toLowerCase()]
  const count = Number(match?.[1])
  if (known === undefined || !(count >= 1) || count > known.most || (known.unit === 'month' && !MONTHS.has(count)))
    throw new AlpacaRefusal(
      'unreadable',
      'timeframe is 1 to 59Min, 1 to 23Hour, 1Day, 1Week, or 1, 2, 3, 4, 6 or 12Month.',
    )
  return { count, unit: known.unit, text }
}

export interface BarQuery {
  readonly frame: TimeFrame
  readonly startMs: EpochMs
  readonly endMs: EpochMs
  readonly limit: number
  readonly adjustment: 'raw' | 'split' | 'dividend' | 'all'
  readonly sort: 'asc' | 'desc'
  /** The symbol and the instant of the last bar of the page before. */
  readonly beyond: { readonly symbol: string; readonly startMs: number } | null
}

/** Returns the token that continues after a bar. */
export function barToken(symbol: string, startMs: number): string {
  return Buffer.from(`${symbol}|${startMs}`).toString('base64url')
}

function beyondOf(value: unknown): BarQuery['beyond'] {
  if (value === undefined || value === '') return null
  const text = typeof value === 'string' ? Buffer.from(value, 'base64url').toString('utf8') : ''
  const match = /^(.+)\|(-?\d{1,15})$/.exec(text)
  if (match === null) throw new AlpacaRefusal('unreadable', 'page_token comes from the page before.')
  return { symbol: match[1] ?? '', startMs: Number(match[2]) }
}

/** Parses the query at a market time. Without a start it is the beginning of the current New York day. */
export function readBarQuery(query: Readonly<Record<string, unknown>>, nowMs: EpochMs): BarQuery {
  const adjustment = wordOf(
    'adjustment',
    query['adjustment'],
    ['raw', 'split', 'dividend', 'spin-off', 'split,spin-off', 'all'],
    'raw',
  )
  const endMs = instantOf('end', query['end']) ?? nowMs
  const startMs = instantOf('start', query['start']) ?? newYorkInstant(newYorkDateAt(nowMs), 0)
  if (endMs < startMs) throw new AlpacaRefusal('unreadable', 'end is earlier than start.')
  return {
    frame: readTimeFrame(query['timeframe']),
    startMs,
    endMs,
    limit: countOf('limit', query['limit'], DEFAULT_BARS, MOST_BARS),
    // A spin-off is a split of the prices in our markets.
    adjustment: adjustment === 'spin-off' || adjustment === 'split,spin-off' ? 'split' : adjustment,
    sort: wordOf('sort', query['sort'], ['asc', 'desc'], 'asc'),
    beyond: beyondOf(query['page_token']),
  }
}
