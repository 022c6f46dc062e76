// Names of the active market's instruments by symbol; the broker's positions often come without one.
import { codeKey } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'

/** Returns the names by the symbols as they were given, whatever their class separator. */
export async function instrumentNames(db: Db, symbols: readonly string[]): Promise<Map<string, string>> {
  if (symbols.length === 0) return new Map()
  const rows = await db
    .selectFrom('instrument as i')
    .innerJoin('market_source as m', 'm.source', 'i.source')
    .select(['i.code_key', 'i.name'])
    .where('m.is_active', '=', true)
    .where('i.code_key', 'in', symbols.map(codeKey))
    .execute()
  const names = new Map(rows.map(({ code_key: key, name }) => [key, name]))
  return new Map(
    symbols.flatMap((symbol) => {
      const name = names.get(codeKey(symbol))
      return name === undefined ? [] : [[symbol, name] as const]
    }),
  )
}
