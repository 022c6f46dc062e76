// The class that the listing of the active market puts an instrument in, by the grouping of a plan: the same classes as
// on Performance.
import type { SavedTargetPlan, TargetPlan } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { assetClassNames, classifyLines, unclassified } from '../fund/attribution/classify-lines.ts'
import { activeSource } from '../stock/active-market.ts'

/** Returns the class of a symbol; null where none is stated, and for own classes. */
export async function listedClasses(
  db: Db,
  {
    marketSource,
    symbols,
    grouping,
  }: { readonly marketSource: string; readonly symbols: readonly string[]; readonly grouping: TargetPlan['grouping'] },
): Promise<(symbol: string) => string | null> {
  if (grouping === 'OWN' || symbols.length === 0) return () => null
  const classOf = await classifyLines(db, { marketSource, symbols })
  return (symbol) => {
    const { name } = classOf({ symbol, isShort: false }, grouping)
    return name === unclassified ? null : name
  }
}

/** Returns the classes to choose from: those of the active market's instruments. */
export async function findClassChoices(db: Db): Promise<SavedTargetPlan['choices']> {
  const { rows } = await sql<{ sectors: string[] | null; countries: string[] | null }>`
    select array_agg(distinct sector) filter (where sector <> '') as sectors,
      array_agg(distinct country) filter (where country <> '') as countries
    from instrument where source = ${activeSource}`.execute(db)
  const sorted = (names: readonly string[] | null | undefined): string[] => [...(names ?? [])].toSorted()
  return {
    ASSET_TYPE: [...assetClassNames],
    SECTOR: sorted(rows[0]?.sectors),
    COUNTRY: sorted(rows[0]?.countries),
  }
}
