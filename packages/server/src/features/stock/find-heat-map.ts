// The heat map of the active market: the list figures of the chosen instruments, by sector. One read, never of bars.
// Source: docs/rules/market.md, "Heat map".
import { heatMapTileLimit, type BodyOf, type HeatMapSector } from '@clubfolio/contract'
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { groupHeatMap } from './group-heat-map.ts'
import { chooseFigures, isOfDay, periodOf } from './list-figures.ts'
import { marketCapOf } from './market-cap.ts'
import { sectorName } from './sector-name.ts'

interface Row {
  readonly code: string
  readonly name: string
  readonly asset_type: AssetType
  readonly sector: string | null
  readonly change: number
  readonly market_cap: number | null
  readonly volume: number
}

/** The change is that of the lists of winners and losers: since the open of the period, the forming day included. */
export async function findHeatMap(
  db: Db,
  { timing, size, assetType, sector, codes }: BodyOf<'stock', 'findHeatMap'>,
): Promise<{ sectors: HeatMapSector[]; unsizedCount: number }> {
  const figures = await chooseFigures(db)
  const type = assetType === 'All Type' ? null : assetType
  const keys = codes?.map(codeKey) ?? null
  const { rows } = await sql<Row>`
    select i.code, i.name, i.asset_type, i.sector, s.average_volume as volume,
      ${sql.ref(`s.${periodOf[timing]}_change`)} as change, ${marketCapOf('finished')} as market_cap
    from ${figures.table} s join instrument i on i.id = s.instrument_id
      left join instrument_stat finished on finished.instrument_id = i.id
    where ${isOfDay(figures.day)} and (${type}::text is null or i.asset_type = ${type})
      and (${keys}::text[] is null or i.code_key = any(${keys}))
  `.execute(db)
  const chosen = rows
    .map((row) => ({ ...row, sector: sectorName({ sector: row.sector, assetType: row.asset_type }) }))
    .filter((row) => sector === undefined || row.sector === sector)
  const sized = chosen.flatMap(({ code, name, sector: group, change, market_cap: marketCap, volume }) => {
    const area = size === 'MARKET_CAP' ? marketCap : volume
    return area === null || area <= 0
      ? []
      : [{ code, name, sector: group, changePercent: 100 * change, marketCap, volume: Math.round(volume), size: area }]
  })
  return { sectors: groupHeatMap(sized, heatMapTileLimit), unsizedCount: chosen.length - sized.length }
}
