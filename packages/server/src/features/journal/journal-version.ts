// What the trades of an account are derived from, as versions: one of the whole account, which every request compares,
// and one of each symbol, which tells the symbols that changed.
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { realisedVersionOf } from '../transaction/find-realised-profit.ts'
import { selectStops } from './find-stops.ts'

/** The version, in SQL, of transactions, positions and stops of an account. */
export const journalVersionOf = (accountId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  coalesce(${realisedVersionOf(accountId)}, '') || ' ' ||
  coalesce((select v.version::text from stop_version v where v.account_id = ${accountId}), ''))`

export interface SymbolFingerprint {
  readonly fingerprint: string
  /** Transactions that moved it. */
  readonly rowCount: number
}

/**
 * Returns a fingerprint of everything that the trades of a symbol are derived from, by symbol. Reads every row of the
 * account, a hundred thousand in some tenths of a second.
 */
export async function readFingerprints(db: Db, accountId: string): Promise<Map<string, SymbolFingerprint>> {
  const { rows } = await sql<SymbolFingerprint & { symbol: string }>`
    with shared as (
      select distinct split_part(broker_id, '.', 1) as whole from account_transaction
      where account_id = ${accountId} and broker_id like '%.%'
    ), part as (
      select t.symbol, 1 as row_count, hashtextextended(row(t.broker_id, t.occurred_at, t.trade_date, t.kind,
        t.description, t.asset_type, t.multiplier, t.quantity, t.price, t.net_amount_cents, t.fee_cents, t.order_id,
        m.amount_cents, s.whole)::text, 0) as hash
      from account_transaction t
      left join account_movement m on m.account_id = t.account_id and m.broker_id = t.broker_id
      left join shared s on s.whole = split_part(t.broker_id, '.', 1)
      where t.account_id = ${accountId} and t.symbol is not null and t.quantity is not null
      union all
      select p.symbol, 0, hashtextextended(row(p.quantity, p.average_price, p.multiplier)::text, 1)
      from account_position p where p.account_id = ${accountId}
      union all
      select o.symbol, 0, hashtextextended(o::text, 2) from (${selectStops(accountId)}) o
    )
    select symbol, sum(hash)::text as fingerprint, sum(row_count)::int as "rowCount" from part group by symbol
    having sum(row_count) > 0`.execute(db)
  return new Map(rows.map(({ symbol, fingerprint, rowCount }) => [symbol, { fingerprint, rowCount }]))
}

/**
 * Returns the symbols that one order or one transaction moved together, of which the legs of a trade may be made:
 * `[['AAPL  261218C00235000', 'AAPL  261218C00240000']]`.
 */
export async function findLinkedSymbols(db: Db, accountId: string): Promise<string[][]> {
  const { rows } = await sql<{ symbols: string[] }>`
    select distinct array_agg(distinct symbol order by symbol) as symbols
    from (
      select coalesce(order_id, 'with:' || split_part(broker_id, '.', 1)) as key, symbol from account_transaction
      where account_id = ${accountId} and symbol is not null and quantity is not null
    ) t
    where key in (
      select coalesce(order_id, 'with:' || split_part(broker_id, '.', 1)) from account_transaction
      where account_id = ${accountId} and symbol is not null and quantity is not null
      group by 1 having min(symbol) <> max(symbol)
    )
    group by key`.execute(db)
  return rows.map(({ symbols }) => symbols)
}
