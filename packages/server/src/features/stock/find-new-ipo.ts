// New IPO: instruments first listed in a year, not later than the market day. Source: docs/rules/market.md, "Lists".
import type { NewIpo } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { activeMarketDay, activeSource } from './active-market.ts'
import { chooseFigures } from './list-figures.ts'
import { marketCapOf } from './market-cap.ts'
import { priceFigure } from './price-figure.ts'

export interface IpoQuery {
  readonly assetType: 'All Type' | 'EQUITY' | 'ETF'
  readonly limit: number | null
  readonly year: number
}

/** Newest first, then by code; instruments without a first listing date are left out. */
export async function findNewIpo(db: Db, { assetType, limit, year }: IpoQuery): Promise<NewIpo[]> {
  const type = assetType === 'All Type' ? null : assetType
  const { table } = await chooseFigures(db)
  const { rows } = await sql<{
    code: string
    name: string
    asset_type: AssetType
    country: string | null
    sector: string | null
    industry: string | null
    market_cap: number | null
    ipo_date: string
    last_close: number | null
  }>`
    select i.code, i.name, i.asset_type, i.country, i.sector, i.industry,
      ${marketCapOf('finished')} as market_cap, i.ipo_date, s.last_close
    from instrument i left join ${table} s on s.instrument_id = i.id
      left join instrument_stat finished on finished.instrument_id = i.id
    where i.source = ${activeSource} and i.ipo_date between ${`${year}-01-01`}::date
      and least(${`${year}-12-31`}::date, ${activeMarketDay})
      and (${type}::text is null or i.asset_type = ${type})
    order by i.ipo_date desc, i.code
    limit ${limit}
  `.execute(db)
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    assetType: row.asset_type,
    country: row.country,
    sector: row.sector,
    industry: row.industry,
    marketCap: row.market_cap,
    ipo_date: row.ipo_date,
    lastClose: row.last_close === null ? null : priceFigure(row.last_close),
  }))
}
