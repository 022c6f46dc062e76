// Split-adjusted daily closes of several instruments of one market, and what they are: one statement for each.
import { toMarketDay, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { RawReads } from '../../db/raw-reads.ts'
import { splitFactorOf } from '../../db/split-factor.ts'
import type { AssetType, MarketSourceName } from '../../db/tables/market-tables.ts'

export interface ListedShare {
  readonly name: string
  readonly sector: string | null
  readonly assetType: AssetType
}

/** Returns the instruments of a market by the key of their code; those it does not list are left out. */
export async function readListed(
  db: Db,
  source: MarketSourceName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ListedShare>> {
  const rows = await db
    .selectFrom('instrument')
    .select(['code_key', 'name', 'sector', 'asset_type'])
    .where('source', '=', source)
    .where('code_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(
    rows.map(({ code_key: key, name, sector, asset_type: assetType }) => [key, { name, sector, assetType }]),
  )
}

export interface CloseQuery {
  readonly source: MarketSourceName
  readonly keys: readonly string[]
  readonly from: MarketDay
  readonly through: MarketDay
}

export type Closes = ReadonlyMap<MarketDay, number>

/** Returns the closes between two days by the key of the code. */
export async function readCloses(
  raw: RawReads,
  { source, keys, from, through }: CloseQuery,
): Promise<ReadonlyMap<string, Closes>> {
  const { rows } = await raw.queryArrays<[key: string, day: string, close: number]>({
    name: 'risk-closes',
    text: `select i.code_key, to_char(b.day, 'YYYY-MM-DD') as day, b.close / ${splitFactorOf('b')} as close
      from instrument i join daily_bar b on b.instrument_id = i.id
      where i.source = $1 and i.code_key = any($2::text[]) and b.day between $3 and $4`,
    values: [source, [...keys], from, through],
  })
  const found = new Map<string, Map<MarketDay, number>>()
  for (const [key, day, close] of rows) {
    const closes = found.get(key) ?? new Map<MarketDay, number>()
    closes.set(toMarketDay(day), close)
    found.set(key, closes)
  }
  return found
}
