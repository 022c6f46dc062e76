// The asset types in the active market, for filters.
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { activeSource } from './active-market.ts'

export async function findAssetTypes(db: Db): Promise<{ assetType: AssetType }[]> {
  const { rows } = await sql<{ assetType: AssetType }>`
    select distinct asset_type as "assetType" from instrument where source = ${activeSource} order by 1
  `.execute(db)
  return rows
}
