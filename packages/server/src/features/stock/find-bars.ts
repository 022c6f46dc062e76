// Bars of one instrument between two days, split-adjusted on reading; coarser timings are aggregated from daily ones.
// Rows stay arrays until the response is written: a chart requests thousands.
import type { Bar, BarTiming, PercentPoint } from '@clubfolio/contract'
import { codeKey, joinDailyRows, roundPercent, splitFactor, type DailyRow } from '@clubfolio/domain'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { RawReads } from '../../db/raw-reads.ts'
import type { Services } from '../../services.ts'
import { addFormingRow } from './add-forming-row.ts'
import { findMinuteRows, isMinuteTiming } from './find-minute-rows.ts'
import { priceFigure } from './price-figure.ts'
import { divideRow, numberSegments, segmentsColumn, type NumberedSegments, type SegmentsColumn } from './split-rows.ts'

export interface BarQuery {
  readonly symbol: string
  readonly start: string
  readonly end: string
  readonly timing: BarTiming
  /** Leaves finished nights out of bars shorter than a day. */
  readonly isRegularHours?: boolean | undefined
}

const msPerDay = 86_400_000

/** Returns finished bars, and with `isLive` the forming one. */
export async function findBars(services: Services, query: BarQuery, isLive = false): Promise<Bar[]> {
  const rows = await findRows(services, query, isLive)
  return rows.map((row) => ({
    datetime: row[0],
    open: priceFigure(row[1]),
    high: priceFigure(row[2]),
    low: priceFigure(row[3]),
    close: priceFigure(row[4]),
    volume: row[5],
  }))
}

/**
 * Returns the percent change of each close against the first one, both as shown, to 2 decimals, or 8 where `isExact`;
 * the first point is 0, the last one may still move.
 */
export async function findPercentHistory(
  services: Services,
  query: BarQuery,
  isExact = false,
): Promise<PercentPoint[]> {
  const rows = await findRows(services, query, true)
  const first = priceFigure(rows[0]?.[4] ?? 0)
  if (first === 0) return []
  return rows.map((row) => {
    const percent = Math.round((priceFigure(row[4]) / first - 1) * 1e10) / 1e8
    return [row[0], isExact ? percent : roundPercent(percent)]
  })
}

/** Rows keyed by epoch ms. */
async function findRows(services: Services, query: BarQuery, isLive: boolean): Promise<readonly DailyRow[]> {
  const instrument = await findListed(services.raw, query.symbol)
  if (!instrument || query.end < query.start) return []
  if (isMinuteTiming(query.timing)) return findMinuteRows(services, instrument, { ...query, timing: query.timing })
  const finished = await readDailyRows(services.raw, instrument, query)
  const daily = isLive ? addFormingRow(services, instrument, query.end, finished) : finished
  const joined = joinDailyRows(daily, query.timing)
  return joined.map((row) => [row[0] * msPerDay, row[1], row[2], row[3], row[4], row[5]])
}

export interface ListedInstrument {
  readonly id: string
  readonly code: string
  readonly source: MarketSourceName
  readonly segments: NumberedSegments
}

/** Returns the instrument of the active market with that code, whatever the class separator. */
async function findListed(raw: RawReads, symbol: string): Promise<ListedInstrument | undefined> {
  const { rows } = await raw.query<{
    id: string
    code: string
    source: MarketSourceName
    segments: SegmentsColumn
  }>({
    name: 'listed-instrument',
    text: `select i.id, i.code, i.source,
      ${segmentsColumn} as segments
      from instrument i where i.source = (select source from market_source where is_active) and i.code_key = $1`,
    values: [codeKey(symbol)],
  })
  const row = rows[0]
  if (!row) return undefined
  return {
    id: row.id,
    code: row.code,
    source: row.source,
    segments: numberSegments(row.segments),
  }
}

type StoredRow = [dayNumber: number, open: number, high: number, low: number, close: number, volume: number]

const rowColumns = `day - date '1970-01-01' as day, open, high, low, close, volume`
const rowsOfDays = `from daily_bar where instrument_id = $1 and daily_bar.day between $2 and $3 order by daily_bar.day`

async function readDailyRows(
  raw: RawReads,
  { id, segments }: ListedInstrument,
  { start, end }: BarQuery,
): Promise<DailyRow[]> {
  const values = [id, start, end]
  if (segments.length === 0) {
    const unsplit = { name: 'unsplit-daily-rows', text: `select ${rowColumns} ${rowsOfDays}`, values }
    return (await raw.queryArrays<StoredRow>(unsplit)).rows
  }
  const { rows } = await raw.queryArrays<[...StoredRow, adjustedThrough: number | null]>({
    name: 'daily-rows',
    text: `select ${rowColumns}, adjusted_through - date '1970-01-01' as adjusted ${rowsOfDays}`,
    values,
  })
  return rows.map(([day, open, high, low, close, volume, adjustedThrough]) =>
    divideRow([day, open, high, low, close, volume], splitFactor(segments, day, adjustedThrough)),
  )
}
