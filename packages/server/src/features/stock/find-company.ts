// Facts about a company of the active market, found by its code whatever the class separator.
import type { Company } from '@clubfolio/contract'
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { activeSource } from './active-market.ts'
import { marketCapOf } from './market-cap.ts'

interface CompanyRow {
  id: string
  code: string
  name: string
  asset_type: AssetType
  exchange: string | null
  country: string | null
  sector: string | null
  industry: string | null
  ipo_date: string | null
  market_cap: number | null
  has_intraday: boolean
  first_day: string | null
  first_intraday_day: string | null
}

/**
 * Returns null when the market has no such code.   */
export async function findCompany(db: Db, symbol: string): Promise<Company | null> {
  const { rows } = await sql<CompanyRow>`
    select i.id, i.code, i.name, i.asset_type, i.exchange, i.country, i.sector, i.industry, i.ipo_date,
      ${marketCapOf('s')} as market_cap,
      i.source = 'simulated' or exists (select from minute_bar m where m.instrument_id = i.id) as has_intraday,
      (select min(d.day) from daily_bar d where d.instrument_id = i.id)::text as first_day,
      ((select min(m.at) from minute_bar m where m.instrument_id = i.id) at time zone 'America/New_York')::date::text
        as first_intraday_day
    from instrument i left join instrument_stat s on s.instrument_id = i.id
    where i.source = ${activeSource} and i.code_key = ${codeKey(symbol)}
  `.execute(db)
  const row = rows[0]
  if (!row) return null
  const { asset_type, market_cap, has_intraday, first_day, first_intraday_day, ...rest } = row
  return {
    ...rest,
    assetType: asset_type,
    marketCap: market_cap,
    hasIntraday: has_intraday,
    firstDay: first_day,
    firstIntradayDay: first_intraday_day,
  }
}
