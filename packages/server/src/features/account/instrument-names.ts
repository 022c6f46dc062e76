// Names of the active market's instruments by code; the broker's positions often come without one.
import type { Db } from '../../db/connect.ts'

export async function instrumentNames(db: Db, symbols: readonly string[]): Promise<Map<string, string>> {
  if (symbols.length === 0) return new Map()
  const rows = await db
    .selectFrom('instrument as i')
    .innerJoin('market_source as m', 'm.source', 'i.source')
    .select(['i.code', 'i.name'])
    .where('m.is_active', '=', true)
    .where('i.code', 'in', symbols)
    .execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}
