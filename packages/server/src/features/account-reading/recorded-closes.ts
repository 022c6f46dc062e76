// Closing prices of an account's own market while another one is active. The brokerage's price history covers the
// active market, where the same symbol may be a different instrument.
import { codeKey, type MarketDay, type Split, splitRatio } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { ReadCloses } from './closing-prices.ts'

interface Row {
  readonly day: MarketDay
  readonly close: number
  readonly splits: readonly Split[] | null
}

/** Returns closes of recorded bars in `today`'s shares: a close before a split is divided by its ratio. */
export function recordedCloses(db: Db, source: MarketSourceName, today: MarketDay): ReadCloses {
  return async (symbol, from, to) => {
    const { rows } = await sql<Row>`
      select b.day::text as day, b.close, s.splits
      from instrument i
      join market.daily_bar b on b.instrument_id = i.id
      cross join lateral (
        select json_agg(json_build_object('day', a.day, 'ratio', a.value::text)) as splits
        from market.corporate_action a where a.instrument_id = i.id and a.kind = 'SPLIT'
      ) s
      where i.source = ${source} and i.code_key = ${codeKey(symbol)} and b.day between ${from} and ${to}
      order by b.day`.execute(db)
    return rows.map(({ day, close, splits }) => ({
      day,
      close: new Decimal(close).div(splitRatio(splits ?? [], day, today)).toFixed(6),
    }))
  }
}
