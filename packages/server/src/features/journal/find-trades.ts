// One page of the journal, in any order.
import type { BodyOf, TradeOrder, TradeRow } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { readNotedTrades, toTradeRow, tradeFilter, type NotedTrade } from './noted-trades.ts'

type Value = number | bigint | string | null

/** An open trade counts as closed after all others. */
const valueOf: Readonly<Record<TradeOrder, (trade: NotedTrade) => Value>> = {
  closed: ({ closedAt }) => closedAt ?? Number.MAX_SAFE_INTEGER,
  opened: ({ openedAt }) => openedAt,
  code: ({ underlying, codes }) => `${underlying} ${codes[0] ?? ''}`,
  quantity: ({ quantity }) => quantity,
  result: ({ netCents }) => netCents,
  percent: ({ percent }) => percent,
  r: ({ rHundredths }) => rHundredths,
  held: ({ openedAt, closedAt }) => (openedAt === null || closedAt === null ? null : closedAt - openedAt),
}

/** Trades without the figure come last in both directions; equal ones are in the order of their closing. */
export async function findTrades(
  services: Pick<Services, 'db' | 'journals'>,
  ownerId: string,
  { accountIds, start, count, orderBy, direction, ...filter }: BodyOf<'journal', 'findTrades'>,
): Promise<{ total: number; result: TradeRow[] }> {
  const trades = await readNotedTrades(services, ownerId, accountIds)
  const found = trades.filter(tradeFilter(filter)).sort(comparison(orderBy, direction === 'ASC' ? 1 : -1))
  return { total: found.length, result: found.slice(start, start + count).map(toTradeRow) }
}

function comparison(orderBy: TradeOrder, sign: 1 | -1): (a: NotedTrade, b: NotedTrade) => number {
  const value = valueOf[orderBy]
  return (a, b) => {
    const [left, right] = [value(a), value(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || tie(a, b)
    return left < right ? -sign : left > right ? sign : tie(a, b)
  }
}

const tie = (a: NotedTrade, b: NotedTrade): number =>
  (b.closedAt ?? Number.MAX_SAFE_INTEGER) - (a.closedAt ?? Number.MAX_SAFE_INTEGER) ||
  (a.accountId === b.accountId ? (a.id < b.id ? -1 : 1) : a.accountId < b.accountId ? -1 : 1)
