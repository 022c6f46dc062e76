// Imports a file of minute bars: times are epoch milliseconds or New York clock times. One partition per month.
import {
  isSession,
  newYorkDateAt,
  newYorkInstant,
  parseMarketDay,
  symbolPattern,
  type EpochMs,
  toEpochMs,
} from '@clubfolio/domain'
import { barColumns, type BarFigures } from '../bar-columns.ts'
import { pricesFault, volumeFault } from './check-prices.ts'
import { normalCode } from './check-daily-line.ts'
import { refuseMixedMinutes } from './check-mixing.ts'
import type { FileKind } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, type ImportContext } from './import-context.ts'
import { makeMinuteMonths } from './make-minute-months.ts'
import { placeMinutes } from './place-minutes.ts'
import { columnsFault, optionalField } from './price-row.ts'
import { splitFields, type LineBatch } from './read-lines.ts'
import { refuseRepeats, stageRows, watchOrder } from './stage-rows.ts'

interface MinuteRow {
  readonly code: string
  readonly atMs: EpochMs
  readonly figures: BarFigures
}

const columns = { instrument_id: 'uuid', at: 'timestamptz', ...barColumns } as const

export async function importMinuteBars(
  context: ImportContext,
  kind: FileKind & { kind: 'minute' },
  batches: AsyncIterable<LineBatch>,
): Promise<void> {
  const order = watchOrder()
  const months = new Set<string>()
  let [firstMs, lastMs] = [Infinity, -Infinity]
  const staging = await stageRows(context, columns, batches, (text, put) => {
    const row = checkMinuteLine(context, kind, text)
    if (typeof row === 'string') return row
    const instrumentId = instrumentOf(context, row.code)
    order.note(instrumentId, row.atMs)
    firstMs = Math.min(firstMs, row.atMs)
    lastMs = Math.max(lastMs, row.atMs)
    const at = new Date(row.atMs).toISOString()
    months.add(at.slice(0, 7))
    put({ instrument_id: instrumentId, at, ...row.figures })
    return undefined
  })
  await insertFreshInstruments(context)
  if (order.mayRepeat()) await refuseRepeats(context, staging, 'at')
  await makeMinuteMonths(context, months)
  if (months.size > 0) {
    const span = { first: new Date(firstMs), last: new Date(lastMs) }
    if (!context.replace) await refuseMixedMinutes(context, staging, span)
    await placeMinutes(context, staging, span)
  }
  await context.client.query(`drop table ${staging}`)
}

function checkMinuteLine(
  context: ImportContext,
  kind: FileKind & { kind: 'minute' },
  text: string,
): MinuteRow | string {
  const { columns, delimiter } = kind
  const fields = splitFields(text, delimiter)
  const columnFault = columnsFault(fields, kind)
  if (columnFault !== undefined) return columnFault
  const code = columns.symbol === undefined ? (context.fileCode ?? '') : normalCode(fields[columns.symbol]!)
  if (!symbolPattern.test(code)) return code === '' ? 'has no symbol' : `"${code}" is not a symbol`
  const at = minuteOf(fields[columns.date]!)
  if (at === undefined) return `"${fields[columns.date]}" is not a time`
  const day = newYorkDateAt(at)
  if (day > context.today) return `${day} lies in the future`
  if (!isSession(day)) return `${day} is not a trading day`
  const [open, high, low, close] = [
    fields[columns.open]!,
    fields[columns.high]!,
    fields[columns.low]!,
    fields[columns.close]!,
  ]
  const volume = optionalField(fields, columns.volume, '0')
  const fault = pricesFault(open, high, low, close) ?? volumeFault(volume)
  return fault ?? { code, atMs: at, figures: { open, high, low, close, volume } }
}

/** Parses epoch milliseconds, or `2020-12-15 09:30` in New York, into the instant of the whole minute. */
export function minuteOf(text: string): EpochMs | undefined {
  if (/^\d{12,13}$/.test(text)) return toEpochMs(Math.floor(Number(text) / 60_000) * 60_000)
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::\d{2})?$/.exec(text)
  const day = match ? parseMarketDay(match[1]!) : null
  if (!match || day === null || Number(match[2]) > 23 || Number(match[3]) > 59) return undefined
  return newYorkInstant(day, Number(match[2]) * 60 + Number(match[3]))
}
