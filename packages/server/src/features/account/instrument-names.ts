// Names of the active market's instruments by symbol; the broker's positions often come without one.
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { part, readPart, type Part } from '../../db/read-together.ts'

/** Returns the names by the symbols as they were given, whatever their class separator. */
export async function instrumentNames(db: Db, symbols: readonly string[]): Promise<Map<string, string>> {
  return symbols.length === 0 ? new Map() : namesOf(symbols, await readPart(db, namesPart(db, symbols.map(codeKey))))
}

interface NameRow {
  readonly code_key: string
  readonly name: string
}

export const namesPart = (db: Db, codeKeys: readonly string[]): Part<NameRow> =>
  part(
    db
      .selectFrom('instrument as i')
      .innerJoin('market_source as m', 'm.source', 'i.source')
      .select(['i.code_key', 'i.name'])
      .where('m.is_active', '=', true)
      .where(sql<boolean>`i.code_key = any(${codeKeys})`),
    { code_key: 'text', name: 'text' },
  )

export function namesOf(symbols: readonly string[], rows: readonly NameRow[]): Map<string, string> {
  const names = new Map(rows.map(({ code_key: key, name }) => [key, name]))
  return new Map(
    symbols.flatMap((symbol) => {
      const name = names.get(codeKey(symbol))
      return name === undefined ? [] : [[symbol, name] as const]
    }),
  )
}
