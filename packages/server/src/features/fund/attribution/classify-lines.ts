// Names of instruments and the classes that the listings of the active market put them in.
import type { AttributionGrouping } from '@clubfolio/contract'
import { codeKey, formatCode, isOptionCode, underlyingOf } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { AssetType } from '../../../db/tables/market-tables.ts'
import { isChartedMarket } from '../../account/charted-market.ts'
import { activeSource } from '../../stock/active-market.ts'
import type { LineFacts } from './sum-closes.ts'

export interface LineClass {
  readonly name: string
  readonly detail: string | null
}

interface Listing {
  readonly code_key: string
  readonly name: string
  readonly asset_type: AssetType
  readonly sector: string | null
  readonly industry: string | null
  readonly country: string | null
}

const assetClasses: Readonly<Record<AssetType, string>> = { EQUITY: 'Shares', ETF: 'Funds (ETF)', INDEX: 'Indices' }

const options = 'Options'

/** The asset classes that there are. */
export const assetClassNames: readonly string[] = [...Object.values(assetClasses), options]

/** What has no class is left out of no group. */
export const unclassified = 'Unclassified'

interface LinesToClassify {
  readonly marketSource: string
  readonly symbols: readonly string[]
  /** The user whose own labels count; only for that grouping. */
  readonly labelsOf?: string | undefined
}

/**
 * Returns which group a line belongs to. An option is classified by its share, and is an option among asset classes;
 * its own label comes before that of its share.
 */
export async function classifyLines(
  db: Db,
  { marketSource, symbols, labelsOf }: LinesToClassify,
): Promise<(line: Pick<LineFacts, 'symbol' | 'isShort'>, grouping: AttributionGrouping) => LineClass> {
  const keys = [...new Set(symbols.flatMap((symbol) => [codeKey(symbol), codeKey(underlyingOf(symbol))]))]
  const { rows } = await sql<Listing & { source: string }>`
    select code_key, name, asset_type, sector, industry, country, source from instrument
    where source = ${activeSource} and code_key = any(${keys}::text[])`.execute(db)
  const byKey = new Map(
    rows.filter(({ source }) => isChartedMarket(marketSource, source)).map((row) => [row.code_key, row]),
  )
  const labels = labelsOf === undefined ? new Map<string, string>() : await readLabels(db, labelsOf, keys)
  const classOf = (name: string | null | undefined): LineClass => ({ name: name || unclassified, detail: null })
  return ({ symbol, isShort }, grouping) => {
    const underlying = underlyingOf(symbol)
    const share = byKey.get(codeKey(underlying))
    const isOption = isOptionCode(symbol)
    if (grouping === 'INSTRUMENT') return { name: formatCode(symbol), detail: share?.name ?? null }
    if (grouping === 'UNDERLYING') return { name: underlying, detail: share?.name ?? null }
    if (grouping === 'SIDE') return classOf(isShort ? 'Short' : 'Long')
    if (grouping === 'LABEL') return classOf(labels.get(codeKey(symbol)) ?? labels.get(codeKey(underlying)))
    if (grouping === 'SECTOR') return classOf(share?.sector)
    if (grouping === 'INDUSTRY') return classOf(share?.industry)
    if (grouping === 'COUNTRY') return classOf(share?.country)
    return classOf(isOption ? options : share && assetClasses[share.asset_type])
  }
}

async function readLabels(db: Db, ownerId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('instrument_label')
    .select(['code_key', 'label'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`code_key = any(${keys}::text[])`)
    .execute()
  return new Map(rows.map(({ code_key: key, label }) => [key, label]))
}
