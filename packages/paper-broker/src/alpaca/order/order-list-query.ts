// Parses the query of the orders call on the Alpaca wire.

import { listOf } from '../../kernel/query-list.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { bookSymbol } from '../kernel/alpaca-symbol.ts'
import { instantOf } from '../kernel/alpaca-time.ts'
import type { OrderListQuery } from './find-orders.ts'

const DEFAULT_LIMIT = 50
const MOST = 500

/** Returns one of the known words, the fallback when the parameter is absent; throws a refusal for any other. */
export function wordOf<T extends string>(name: string, value: unknown, known: readonly T[], fallback: T): T {
  if (value === undefined || value === '') return fallback
  const found = known.find((word) => word === value)
  if (found === undefined) throw new AlpacaRefusal('invalid', `${name} is one of ${known.join(', ')}.`)
  return found
}

/** Returns a whole number from 1 to `most`; throws a refusal for any other. */
export function countOf(name: string, value: unknown, fallback: number, most: number): number {
  if (value === undefined || value === '') return fallback
  const count = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : 0
  if (count < 1 || count > most) throw new AlpacaRefusal('invalid', `${name} is a whole number from 1 to ${most}.`)
  return count
}

/** Returns the list query; throws an AlpacaRefusal that says which parameter is wrong. */
export function readOrderListQuery(query: Readonly<Record<string, unknown>>): OrderListQuery {
  const side = wordOf('side', query['side'], ['buy', 'sell', ''], '')
  const assetClass = wordOf('asset_class', query['asset_class'], ['us_equity', 'us_option', 'all', ''], '')
  return {
    status: wordOf('status', query['status'], ['open', 'closed', 'all'], 'open'),
    limit: countOf('limit', query['limit'], DEFAULT_LIMIT, MOST),
    after: instantOf('after', query['after']),
    until: instantOf('until', query['until']),
    direction: wordOf('direction', query['direction'], ['asc', 'desc'], 'desc'),
    isNested: wordOf('nested', query['nested'], ['true', 'false'], 'false') === 'true',
    symbols: listOf(query['symbols']).map(bookSymbol),
    side: side === '' ? null : side,
    assetClass: assetClass === 'us_equity' || assetClass === 'us_option' ? assetClass : null,
  }
}
