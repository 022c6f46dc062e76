// The contents of each source, for the administrator's page.
import type { MarketSourceInfo } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { toDoubt } from './market-doubt.ts'

/** Returns the sources. A service that prices come from is listed only if it is configured, or was and has data. */
export async function findSources(db: Db, configured: readonly MarketSourceName[]): Promise<MarketSourceInfo[]> {
  const { rows } = await sql<{
    source: MarketSourceName
    is_active: boolean
    first_day: string | null
    market_day: string | null
    doubted_file: string | null
    doubted_table: string | null
    doubted_rows_read: bigint | null
    doubted_rows_understood: bigint | null
    instruments: number
    bars: number
  }>`
    select s.source, s.is_active, s.first_day, s.market_day,
      s.doubted_file, s.doubted_table, s.doubted_rows_read, s.doubted_rows_understood,
      (select count(*)::int from instrument i where i.source = s.source) as instruments,
      (select coalesce(sum(t.bar_count), 0)::int from instrument_stat t where t.source = s.source) as bars
    from market_source s where s.source in ('simulated', 'import') or s.market_day is not null
      or s.source = any(${[...configured]}::text[]) order by s.source desc
  `.execute(db)
  return rows.map((row) => {
    const doubt = toDoubt(row)
    return {
      source: row.source,
      isActive: row.is_active,
      firstDay: row.first_day,
      marketDay: row.market_day,
      instrumentCount: row.instruments,
      barCount: row.bars,
      ...(doubt === undefined ? {} : { doubt }),
    }
  })
}
