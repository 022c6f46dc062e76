// Imports names, exchange, type, first listing date, sector and market value of instruments. A directory adds
// instruments, a list of constituents describes known ones. Values of an earlier file stay unless the import replaces;
// a stated type replaces the guess of a price file.
import { codeKey, nameKey, parseDayInOrder, symbolPattern } from '@clubfolio/domain'
import type { AssetType } from '../../../db/tables/market-tables.ts'
import { normalCode } from './check-daily-line.ts'
import { numberPattern } from './check-prices.ts'
import type { FileKind, ListingColumns } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, type ImportContext } from './import-context.ts'
import { splitFields, type LineBatch } from './read-lines.ts'
import { readRows } from './read-rows.ts'

interface Listed {
  readonly id: string
  /** Null when the file has none: the instrument keeps its name, which is its code until a file names it. */
  readonly name: string | null
  readonly exchange: string | null
  readonly assetType: AssetType | null
  readonly ipoDate: string | null
  readonly sector: string | null
  readonly industry: string | null
  readonly country: string | null
  readonly marketCap: string | null
}

const longestText = 200

type ListingKind = FileKind & { kind: 'listing' }

/** The one-letter exchange codes of the NYSE directory. */
const exchangeNames: Readonly<Record<string, string>> = {
  N: 'NYSE',
  A: 'NYSE American',
  P: 'NYSE Arca',
  Z: 'Cboe BZX',
  V: 'IEX',
}

/** Number of lines described in one statement. */
const listedAtOnce = 5_000

export async function importListing(
  context: ImportContext,
  kind: ListingKind,
  batches: AsyncIterable<LineBatch>,
): Promise<void> {
  const seen = new Set<string>()
  let listed: Listed[] = []
  const describe = async (): Promise<void> => {
    const added = context.fresh.length
    await insertFreshInstruments(context)
    const changed = await describeInstruments(context, listed)
    context.counts.rowsAdded += added
    context.counts.rowsReplaced += changed - added
    context.counts.rowsUnchanged += listed.length - changed
    listed = []
  }
  await readRows(context, batches, {
    take: (text) => {
      const row = checkListingLine(context, kind, splitFields(text, kind.delimiter), seen)
      if (typeof row === 'string') return row
      listed.push(row)
      return undefined
    },
    settle: async () => {
      if (listed.length >= listedAtOnce) await describe()
    },
  })
  await describe()
}

function checkListingLine(
  context: ImportContext,
  { columns, columnCount, exchange, isDirectory }: ListingKind,
  fields: readonly string[],
  seen: Set<string>,
): Listed | string {
  const isLong = fields.length > columnCount && fields.slice(columnCount).some((field) => field.trim() !== '')
  if (isLong || fields.length <= columns.symbol) return `has ${fields.length} columns, the header has ${columnCount}`
  const code = normalCode(fields[columns.symbol]!)
  if (!symbolPattern.test(code)) return code === '' ? 'has no symbol' : `"${code}" is not a symbol`
  if (text(fields, columns.isTest) === 'Y') return `${code} is a test issue`
  const name = text(fields, columns.name)
  const ipoText = text(fields, columns.ipoDate)
  const ipoDate = ipoText === null ? null : parseDayInOrder(ipoText, context.dateOrder)
  if (ipoText !== null && ipoDate === null) return `first listing date "${ipoText}" is not a date`
  const known = context.known.get(codeKey(code))
  if (known !== undefined && seen.has(known)) return `repeats ${code}, which appears earlier in this file`
  if (!isDirectory && known === undefined) return `${code} is not known; a list of constituents adds no instruments`
  const id = instrumentOf(context, code)
  seen.add(id)
  const written = text(fields, columns.exchange)
  const cap = text(fields, columns.marketCap)
  return {
    id,
    name,
    ipoDate,
    assetType: assetTypeOf(fields, columns),
    exchange: written === null ? (exchange ?? null) : (exchangeNames[written] ?? written),
    sector: text(fields, columns.sector),
    industry: text(fields, columns.industry),
    country: text(fields, columns.country),
    marketCap: cap !== null && numberPattern.test(cap) && Number(cap) > 0 && Number(cap) < 1e20 ? cap : null,
  }
}

function text(fields: readonly string[], column: number | undefined): string | null {
  const written = (column === undefined ? '' : (fields[column] ?? '')).trim().replaceAll(/\p{Cc}/gu, ' ')
  return written === '' || written === 'null' ? null : written.slice(0, longestText)
}

function assetTypeOf(fields: readonly string[], columns: ListingColumns): AssetType | null {
  const flag = text(fields, columns.isEtf)
  if (flag !== null) return flag === 'Y' ? 'ETF' : 'EQUITY'
  const type = text(fields, columns.assetType)?.toUpperCase()
  if (type === 'ETF' || type === 'INDEX') return type
  return type === 'STOCK' || type === 'EQUITY' ? 'EQUITY' : null
}

async function describeInstruments({ client, replace }: ImportContext, listed: readonly Listed[]): Promise<number> {
  // A file's values are used only where there were none before; with `replace` the new values win where there are any.
  const merged = (column: string) =>
    replace ? `coalesce(l.${column}, i.${column})` : `coalesce(i.${column}, l.${column})`
  const named = (column: string) =>
    `case when l.name is not null ${replace ? '' : 'and i.name = i.code'} then l.${column} else i.${column} end`
  const [name, key] = [named('name'), named('name_key')]
  const type = replace
    ? 'coalesce(l.asset_type, i.asset_type)'
    : 'case when i.is_type_stated then i.asset_type else coalesce(l.asset_type, i.asset_type) end'
  const isStated = '(i.is_type_stated or l.asset_type is not null)'
  const columns = ['exchange', 'ipo_date', 'sector', 'industry', 'country', 'market_cap']
  const { rowCount } = await client.query(
    `update instrument i set name = ${name}, name_key = ${key}, asset_type = ${type},
      is_type_stated = ${isStated},
      ${columns.map((column) => `${column} = ${merged(column)}`).join(', ')}
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::date[], $7::text[], $8::text[],
       $9::text[], $10::numeric[])
       as l (id, name, name_key, exchange, asset_type, ipo_date, sector, industry, country, market_cap)
     where i.id = l.id
       and (i.name, i.asset_type, i.is_type_stated, ${columns.map((column) => `i.${column}`).join(', ')})
       is distinct from (${name}, ${type}, ${isStated}, ${columns.map(merged).join(', ')})`,
    [
      listed.map((row) => row.id),
      listed.map((row) => row.name),
      listed.map((row) => (row.name === null ? null : nameKey(row.name))),
      listed.map((row) => row.exchange),
      listed.map((row) => row.assetType),
      listed.map((row) => row.ipoDate),
      listed.map((row) => row.sector),
      listed.map((row) => row.industry),
      listed.map((row) => row.country),
      listed.map((row) => row.marketCap),
    ],
  )
  return rowCount ?? 0
}
