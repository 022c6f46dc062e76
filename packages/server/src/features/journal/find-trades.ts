// One page of the journal, in any order.
import type { BodyOf, TradeOrder, TradeRow } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { measureOpenTrades } from './measure-open-trades.ts'
import { refreshTrades } from './refresh-trades.ts'
import {
  admitsOpen,
  passesFilter,
  refuseOthers,
  toTradeRow,
  tradeRecordColumns,
  tradesOf,
  type TradeRecord,
} from './select-trades.ts'

/** An open trade counts as closed after all others. */
const closing = `coalesce(t.closed_at, 'infinity')`

const valueOf: Readonly<Record<TradeOrder, string>> = {
  closed: closing,
  opened: 't.opened_at',
  code: `t.underlying || ' ' || (t.codes[1] collate "C")`,
  quantity: 't.quantity',
  result: 't.net_cents',
  percent: 't.percent',
  r: 't.r_hundredths',
  held: 't.closed_at - t.opened_at',
  best: 't.best',
  worst: 't.worst',
  bestR: 't.best_r',
  worstR: 't.worst_r',
}

/**
 * Trades without the figure come last in both directions; equal ones are in the order of their closing. Throws
 * `notFound`.
 */
export async function findTrades(
  services: Services,
  ownerId: string,
  { accountIds, start, count, orderBy, direction, ...filter }: BodyOf<'journal', 'findTrades'>,
): Promise<{ total: number; result: TradeRow[] }> {
  const { db } = services
  await refuseOthers(db, ownerId, accountIds)
  await refreshTrades(services, accountIds)
  const open = admitsOpen(filter) ? await measureOpenTrades(services, accountIds) : []
  const found = sql`${tradesOf(accountIds, open)} where ${passesFilter(filter)}`
  const { rows: totals } = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(db)
  const order = [`${valueOf[orderBy]} ${direction === 'ASC' ? 'asc' : 'desc'} nulls last`, `${closing} desc`]
  const { rows } = await sql<TradeRecord>`
    select ${tradeRecordColumns} from ${found}
    order by ${sql.raw(order.join(', '))}, t.trade_id, t.account_id limit ${count} offset ${start}`.execute(db)
  return { total: totals[0]?.count ?? 0, result: rows.map(toTradeRow) }
}
