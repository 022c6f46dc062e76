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

/**
 * `searchInstruments(db, 'app')` finds APP, then Apple Inc., then Snapple. Fewer than 3 characters find only the
 * instrument with exactly that code: 'f' finds F.
 */
export async function searchInstruments(db: Db, keyword: string): Promise<CompanyMatch[]> {
  const name = nameKey(keyword)
  const code = codeKey(keyword.trim().toUpperCase())
  if (name.length < shortestKeyword) return findByCode(db, code)
  const [codeStart, codePart] = [`${escapeLike(code)}%`, `%${escapeLike(code)}%`]
  const [wordStart, namePart] = [`% ${escapeLike(name)}%`, `%${escapeLike(name)}%`]
  const { rows } = await sql<MatchRow>`
    select id, code, name, asset_type from instrument
    where source = ${activeSource} and (code_key like ${codePart} or name_key like ${namePart})
    order by
      case when code_key like ${codeStart} then 0 when ' ' || name_key like ${wordStart} then 1 else 2 end,
      code_key <> ${code}, code
    limit ${mostMatches}
  `.execute(db)
  return rows.map(toMatch)
}

interface MatchRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly asset_type: AssetType
}

const toMatch = ({ id, code, name, asset_type }: MatchRow): CompanyMatch => ({ id, code, name, assetType: asset_type })

async function findByCode(db: Db, code: string): Promise<CompanyMatch[]> {
  const { rows } = await sql<MatchRow>`
    select id, code, name, asset_type from instrument where source = ${activeSource} and code_key = ${code}
  `.execute(db)
  return rows.map(toMatch)
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
