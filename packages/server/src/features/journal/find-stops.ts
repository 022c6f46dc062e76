// The stop orders of an account that worked for some time, of which the first one of a trade is its R.
// Source: docs/rules/trading.md, "Journal".
import { decimalFraction, stopTypes, toEpochMs, type KnownStop } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'

interface StopRow {
  readonly broker_id: string
  readonly symbol: string
  readonly is_buy: boolean
  readonly entered_at: Date
  readonly closed_at: Date | null
  readonly stop_price: string | null
  readonly trail_offset: string | null
  readonly trail_unit: 'DOLLARS' | 'PERCENT' | null
}

/**
 * Selects stops that can close a position. A child works from the fill of its entry on, and never without one; the
 * price of a trailing stop moves, so only its trail counts.
 */
export const selectStops = (
  accountId: string,
  symbols: readonly string[] | null = null,
): RawBuilder<StopRow> => sql<StopRow>`
  select o.broker_id, o.symbol, o.instruction like 'BUY%' as is_buy,
    case when e.broker_id is null then o.entered_at else coalesce(e.last_fill_at, o.entered_at) end as entered_at,
    o.closed_at, case when o.trail_offset is null then o.stop_price end as stop_price, o.trail_offset, o.trail_unit
  from broker_order o
  left join broker_order e on e.account_id = o.account_id and e.broker_id = o.root_id and e.broker_id <> o.broker_id
    and e.strategy = 'TRIGGER'
  where o.account_id = ${accountId} and o.leg_count = 1 and o.symbol is not null
    and o.order_type in (${sql.join(stopTypes)})
    and o.instruction in ('SELL', 'SELL_TO_CLOSE', 'BUY', 'BUY_TO_COVER', 'BUY_TO_CLOSE')
    and (${symbols}::text[] is null or o.symbol = any(${symbols}::text[]))
    and o.status <> 'REJECTED' and (e.broker_id is null or e.filled_quantity > 0)`

/** Returns the stops of each symbol, or of the given ones. */
export async function findStops(
  db: Db,
  accountId: string,
  symbols?: readonly string[],
): Promise<Map<string, KnownStop[]>> {
  const { rows } = await selectStops(accountId, symbols).execute(db)
  const bySymbol = new Map<string, KnownStop[]>()
  for (const row of rows) {
    const { trail_offset: offset, trail_unit: unit } = row
    const stop: KnownStop = {
      orderId: row.broker_id,
      enteredAt: toEpochMs(row.entered_at.getTime()),
      endedAt: row.closed_at === null ? null : toEpochMs(row.closed_at.getTime()),
      isBuy: row.is_buy,
      stopPrice: row.stop_price === null ? null : decimalFraction(row.stop_price),
      trail: offset === null || unit === null ? null : { offset: decimalFraction(offset), unit },
    }
    const known = bySymbol.get(row.symbol)
    if (known) known.push(stop)
    else bySymbol.set(row.symbol, [stop])
  }
  return bySymbol
}
