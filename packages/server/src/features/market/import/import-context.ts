// What the importers of one file share: the transaction, the instruments they meet, and the account of what happened.
import { codeKey, nameKey, type MarketDay } from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import type { AssetType, MarketSourceName } from '../../../db/tables/market-tables.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/id.ts'

export interface RefusedLine {
  readonly line: number
  readonly reason: string
  readonly content: string
}

/** So many refused lines are kept with their words; the count goes on. */
export const keptRefusals = 100_000
const keptLetters = 300

export interface ImportCounts {
  rowsRead: number
  rowsAdded: number
  rowsUnchanged: number
  rowsReplaced: number
  rowsRefused: number
  instrumentsAdded: number
}

export interface ImportContext {
  readonly client: PoolClient
  readonly clock: Clock
  /** The symbol for files without a symbol column. */
  readonly fileCode: string
  /** The asset type that new instruments get until a listing says better. */
  readonly fileAssetType: AssetType
  readonly today: MarketDay
  readonly replace: boolean
  readonly counts: ImportCounts
  readonly refused: RefusedLine[]
  /** Instruments whose bars or splits changed. */
  readonly touched: Set<string>
  /** Code key -> instrument id. */
  known: Map<string, string>
  /** Instruments to be inserted before their bars. */
  readonly fresh: FreshInstrument[]
}

export interface FreshInstrument {
  readonly id: string
  readonly code: string
  readonly assetType: AssetType
}

export function refuse(context: ImportContext, line: number, reason: string, content: string): void {
  context.counts.rowsRefused++
  if (context.refused.length < keptRefusals) context.refused.push({ line, reason, content: storable(content) })
}

/** PostgreSQL cannot hold NUL; a line of a strange file may. */
const storable = (content: string): string => content.slice(0, keptLetters).replaceAll('\0', '\uFFFD')

/** The instrument of a code, new when the source has none: class separators are equal. */
export function instrumentOf(context: ImportContext, code: string): string {
  const key = codeKey(code)
  const found = context.known.get(key)
  if (found !== undefined) return found
  const id = newId(context.clock)
  context.known.set(key, id)
  context.fresh.push({ id, code, assetType: context.fileAssetType })
  context.counts.instrumentsAdded++
  return id
}

export async function loadKnownInstruments(client: PoolClient, source: MarketSourceName): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; code_key: string }>('select id, code_key from instrument where source = $1', [source])
  return new Map(rows.map((row) => [row.code_key, row.id]))
}

/** Inserts the instruments that the file brought; until a listing names them they carry their code as name. */
export async function insertFreshInstruments(context: ImportContext): Promise<void> {
  const { fresh } = context
  if (fresh.length === 0) return
  await context.client.query(
    `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at)
     select id, 'import', code, code_key, code, name_key, asset_type, $6
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as fresh (id, code, code_key, name_key, asset_type)`,
    [
      fresh.map((one) => one.id), fresh.map((one) => one.code), fresh.map((one) => codeKey(one.code)), fresh.map((one) => nameKey(one.code)),
      fresh.map((one) => one.assetType), new Date(context.clock.nowMs()),
    ],
  )
  fresh.length = 0
}
