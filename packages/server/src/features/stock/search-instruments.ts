// The company search: codes that start with the keyword first, then names with a word that does, then any part of
// either. Case and diacritics are ignored. Source: docs/rules/market.md, "Lists".
import type { CompanyMatch } from '@clubfolio/contract'
import { codeKey, nameKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { activeSource } from './active-market.ts'

const shortestKeyword = 3
const mostMatches = 20

/** `searchInstruments(db, 'app')` finds APP, then Apple Inc., then Snapple. Fewer than 3 characters find nothing. */
export async function searchInstruments(db: Db, keyword: string): Promise<CompanyMatch[]> {
  const name = nameKey(keyword)
  if (name.length < shortestKeyword) return []
  const code = codeKey(keyword.trim().toUpperCase())
  const [codeStart, codePart] = [`${escapeLike(code)}%`, `%${escapeLike(code)}%`]
  const [wordStart, namePart] = [`% ${escapeLike(name)}%`, `%${escapeLike(name)}%`]
  const { rows } = await sql<{ id: string; code: string; name: string; asset_type: AssetType }>`
    select id, code, name, asset_type from instrument
    where source = ${activeSource} and (code_key like ${codePart} or name_key like ${namePart})
    order by
      case when code_key like ${codeStart} then 0 when ' ' || name_key like ${wordStart} then 1 else 2 end,
      code_key <> ${code}, code
    limit ${mostMatches}
  `.execute(db)
  return rows.map((row) => ({ id: row.id, code: row.code, name: row.name, assetType: row.asset_type }))
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
