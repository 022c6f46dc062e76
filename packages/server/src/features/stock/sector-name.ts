// The sector under which an instrument is grouped, also where its listing states none.
import type { AssetType } from '../../db/tables/market-tables.ts'

export interface ListedSector {
  readonly sector: string | null
  readonly assetType: AssetType
}

/** `sectorName({ sector: null, assetType: 'ETF' })` is "Funds"; what is not listed at all is "Not stated". */
export const sectorName = (listed: ListedSector | undefined): string =>
  listed?.sector ?? (listed?.assetType === 'ETF' || listed?.assetType === 'INDEX' ? 'Funds' : 'Not stated')
