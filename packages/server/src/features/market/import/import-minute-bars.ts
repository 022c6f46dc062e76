// Brings a file of minute bars in: times are epoch milliseconds or New York clock times. One partition per month.
import { randomBytes } from 'node:crypto'
import { isSession, newYorkDateAt, newYorkInstant, parseMarketDay, type EpochMs } from '@clubfolio/domain'
import { pricesFault, volumeFault } from './check-prices.ts'
import { codePattern, normalCode } from './check-daily-line.ts'
import type { FileKind } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, refuse, type ImportContext } from './import-context.ts'
import { instrumentCodes } from './instrument-codes.ts'
import { splitFields, type LineBatch } from './read-lines.ts'

type MinuteRow = readonly [line: number, instrumentId: string, atMs: number, open: string, high: string, low: string, close: string, volume: string]

const rowsAtOnce = 20_000

export async function importMinuteBars(context: ImportContext, kind: FileKind & { kind: 'minute' }, batches: AsyncIterable<LineBatch>): Promise<void> {
  const { client } = context
  const staging = `import_row_${randomBytes(6).toString('hex')}`
  await client.query(`create unlogged table ${staging} (line integer, instrument_id uuid, at timestamptz, open float8, high float8, low float8, close float8, volume float8)`)
  const seen = new Set<string>()
  const months = new Set<string>()
  let rows: MinuteRow[] = []
  for await (const batch of batches) {
    for (let index = 0; index < batch.lines.length; index++) {
      const text = batch.lines[index]!
      const line = batch.firstLine + index
      if (line === 1 || text === '') continue
      context.counts.rowsRead++
      const row = checkMinuteLine(context, kind, text, line)
      const fault = typeof row === 'string' ? row : seen.has(`${row[1]} ${row[2]}`) ? 'repeats a minute that stands earlier in this file' : undefined
      if (fault !== undefined || typeof row === 'string') {
        refuse(context, line, fault ?? '', text)
        continue
      }
      seen.add(`${row[1]} ${row[2]}`)
      months.add(new Date(row[2]).toISOString().slice(0, 7))
      rows.push(row)
      if (rows.length >= rowsAtOnce) {
        await stage(context, staging, rows)
        rows = []
      }
    }
  }
  await stage(context, staging, rows)
  await insertFreshInstruments(context)
  for (const month of months) await ensureMonth(context, month)
  await place(context, staging)
  await client.query(`drop table ${staging}`)
}

function checkMinuteLine(context: ImportContext, { columns, columnCount, delimiter }: FileKind & { kind: 'minute' }, text: string, line: number): MinuteRow | string {
  const fields = splitFields(text, delimiter)
  if (fields.length !== columnCount) return `has ${fields.length} columns, the header has ${columnCount}`
  const code = columns.symbol === undefined ? context.fileCode : normalCode(fields[columns.symbol]!)
  if (!codePattern.test(code)) return code === '' ? 'has no symbol' : `"${code}" is not a symbol`
  const at = minuteOf(fields[columns.date]!)
  if (at === undefined) return `"${fields[columns.date]}" is not a time`
  const day = newYorkDateAt(at)
  if (day > context.today) return `${day} lies in the future`
  if (!isSession(day)) return `${day} is not a trading day`
  const [open, high, low, close] = [fields[columns.open]!, fields[columns.high]!, fields[columns.low]!, fields[columns.close]!]
  const volume = columns.volume === undefined ? '0' : fields[columns.volume]!
  const fault = pricesFault(open, high, low, close) ?? volumeFault(volume)
  return fault ?? [line, instrumentOf(context, code), at, open, high, low, close, volume]
}

/** Epoch milliseconds, or `2020-12-15 09:30` in New York, as the instant of the whole minute. */
export function minuteOf(text: string): EpochMs | undefined {
  if (/^\d{12,13}$/.test(text)) return (Math.floor(Number(text) / 60_000) * 60_000) as EpochMs
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::\d{2})?$/.exec(text)
  const day = match ? parseMarketDay(match[1]!) : null
  if (!match || day === null || Number(match[2]) > 23 || Number(match[3]) > 59) return undefined
  return newYorkInstant(day, Number(match[2]) * 60 + Number(match[3]))
}

async function stage({ client }: ImportContext, staging: string, rows: readonly MinuteRow[]): Promise<void> {
  const column = (index: number) => rows.map((row) => row[index])
  await client.query(
    `insert into ${staging} select line, id, to_timestamp(ms / 1000.0), o, h, l, c, v
     from unnest($1::int[], $2::uuid[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[]) as r (line, id, ms, o, h, l, c, v)`,
    [0, 1, 2, 3, 4, 5, 6, 7].map(column),
  )
}

/** `month` is YYYY-MM and comes from a parsed instant, so it is safe as part of a name. */
async function ensureMonth({ client }: ImportContext, month: string): Promise<void> {
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10)
  await client.query(
    `create table if not exists minute_bar_${month.replace('-', '_')} partition of minute_bar for values from ('${month}-01 00:00:00+00') to ('${next} 00:00:00+00')`,
  )
}

const differs = '(s.open, s.high, s.low, s.close, s.volume) is distinct from (b.open, b.high, b.low, b.close, b.volume)'

async function place(context: ImportContext, staging: string): Promise<void> {
  const { client, counts } = context
  const stored = await client.query<{ line: number; instrument_id: string; at: Date; is_different: boolean }>(
    `select s.line, s.instrument_id, s.at, ${differs} as is_different from ${staging} s join minute_bar b using (instrument_id, at) order by s.line`,
  )
  const different = stored.rows.filter((row) => row.is_different)
  counts.rowsUnchanged += stored.rows.length - different.length
  if (context.replace) counts.rowsReplaced += different.length
  else if (different.length > 0) {
    const codeOf = await instrumentCodes(context)
    for (const row of different) refuse(context, row.line, `conflict: another minute of ${codeOf.get(row.instrument_id)} at ${row.at.toISOString()} is stored and was kept`, '')
  }
  await client.query(
    `insert into minute_bar as b (instrument_id, at, open, high, low, close, volume)
     select instrument_id, at, open, high, low, close, volume from ${staging}
     on conflict (instrument_id, at) do ${context.replace ? 'update set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume' : 'nothing'}`,
  )
  const { rows } = await client.query<{ total: number }>(`select count(*)::int as total from ${staging}`)
  counts.rowsAdded += rows[0]!.total - stored.rows.length
}
