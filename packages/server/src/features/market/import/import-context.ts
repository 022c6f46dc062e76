// The state that the importers of one file share: the transaction, the instruments they meet, and the counts of what
// happened.
import type { RefusedLine } from '@clubfolio/contract'
import { codeKey, type DateOrder, type MarketDay, nameKey } from '@clubfolio/domain'
import type { Pool, PoolClient } from 'pg'
import type { AssetType, MarketSourceName } from '../../../db/tables/market-tables.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/id.ts'
import type { ImportLimits } from './import-limits.ts'
import { UnreadableFile } from './read-lines.ts'

/** Maximum number of refused lines stored with their text; further ones are only counted. */
const keptRefusals = 100_000
const keptLetters = 300

export interface ImportCounts {
  rowsRead: number
  rowsAdded: number
  rowsUnchanged: number
  rowsReplaced: number
  rowsRefused: number
  /** Refused lines that could not be read; the others repeat or contradict what is stored. */
  rowsMisread: number
  instrumentsAdded: number
}

export interface ImportContext {
  readonly client: PoolClient
  /** For data that must be visible to everybody before the import's own transaction ends. */
  readonly pool: Pool
  readonly clock: Clock
  readonly limits: ImportLimits
  /** The table's name where it is one of several, to begin the reason of a refused line with. */
  readonly tableName: string | undefined
  /** The symbol of a table without a symbol column; undefined when it has one. */
  readonly fileCode: string | undefined
  readonly dateOrder: DateOrder | 'ymd'
  /** The asset type of new instruments until a listing states a better one. */
  readonly fileAssetType: AssetType
  readonly today: MarketDay
  readonly replace: boolean
  readonly counts: ImportCounts
  readonly refused: RefusedLine[]
  /** Instruments whose bars or splits changed. */
  readonly touched: Set<string>
  /** Code key -> instrument id. */
  known: Map<string, string>
  /** Instruments to insert before their bars. */
  readonly fresh: FreshInstrument[]
}

export interface FreshInstrument {
  readonly id: string
  readonly code: string
  readonly assetType: AssetType
}

/** Refuses a line that cannot be read. */
export function refuseMisread(context: ImportContext, refused: RefusedLine): void {
  context.counts.rowsMisread++
  refuseAll(context, 1, [refused])
}

/** Counts `total` refused lines and stores the given ones, as long as there is room. */
export function refuseAll(context: ImportContext, total: number, lines: readonly RefusedLine[]): void {
  const { counts, refused, tableName } = context
  counts.rowsRefused += total
  const start = tableName === undefined ? '' : `${tableName}: `
  for (const { line, reason, content } of lines.slice(0, refusalsLeft(context)))
    refused.push({ line, reason: ownText(start + reason), content: ownText(content) })
}

const refusalsLeft = ({ refused }: Pick<ImportContext, 'refused'>): number => keptRefusals - refused.length

/**
 * Returns how many refused lines a query should fetch: at least one, even when no more are stored, because the row
 * carries their total.
 */
export const atLeastOne = (context: ImportContext): number => Math.max(1, refusalsLeft(context))

/**
 * Returns the start of a text as a copy that PostgreSQL can store: NUL characters, which it cannot, are replaced. A
 * plain slice would keep in memory the whole block of the file it was cut from.
 */
const ownText = (text: string): string => Buffer.from(text.slice(0, keptLetters).replaceAll('\0', '\uFFFD')).toString()

/**
 * Returns the instrument of a code, creating one when the source has none; different class separators count as equal.
 */
export function instrumentOf(context: ImportContext, code: string): string {
  const key = codeKey(code)
  const found = context.known.get(key)
  if (found !== undefined) return found
  const most = context.limits.newInstruments
  if (context.counts.instrumentsAdded >= most)
    throw new UnreadableFile(
      `The file brings more than ${most.toLocaleString('en-US')} new symbols; this is no table of prices.`,
    )
  const id = newId(context.clock)
  context.known.set(ownText(key), id)
  context.fresh.push({ id, code: ownText(code), assetType: context.fileAssetType })
  context.counts.instrumentsAdded++
  return id
}

export async function loadKnownInstruments(
  client: Pick<PoolClient, 'query'>,
  source: MarketSourceName,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; code_key: string }>(
    'select id, code_key from instrument where source = $1',
    [source],
  )
  return new Map(rows.map((row) => [row.code_key, row.id]))
}

/** Inserts the instruments that the file brought; until a listing names them, their code is their name. */
export async function insertFreshInstruments(context: ImportContext): Promise<void> {
  const { fresh } = context
  if (fresh.length === 0) return
  await context.client.query(
    `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at)
     select id, 'import', code, code_key, code, name_key, asset_type, $6
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as fresh (id, code, code_key, name_key,
       asset_type)`,
    [
      fresh.map((one) => one.id),
      fresh.map((one) => one.code),
      fresh.map((one) => codeKey(one.code)),
      fresh.map((one) => nameKey(one.code)),
      fresh.map((one) => one.assetType),
      new Date(context.clock.nowMs()),
    ],
  )
  fresh.length = 0
}
