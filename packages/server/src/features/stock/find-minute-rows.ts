// Bars shorter than a day: recorded minutes of the imported market, computed minutes of the simulated one (its last 48
// days), aggregated to five minutes, one hour or four hours counted from the open. Recorded minutes are split-adjusted
// like days.
import type { BarTiming } from '@clubfolio/contract'
import {
  addCalendarDays,
  dayNumberOf,
  splitFactor,
  joinRows,
  marketDayAt,
  newYorkDayNumberAt,
  newYorkInstant,
  newYorkMinuteAt,
  OPEN_MINUTE,
  sessionsBetween,
  type DailyRow,
  type EpochMs,
  type MarketDay,
  toEpochMs,
  toMarketDay,
} from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import type { ListedInstrument } from './find-bars.ts'
import { divideRow } from './split-rows.ts'

const spans = { _1M: 1, _5M: 5, _1H: 60, _4H: 240 } as const
type MinuteTiming = keyof typeof spans

export const isMinuteTiming = (timing: BarTiming): timing is MinuteTiming => timing in spans

export interface MinuteQuery {
  readonly start: string
  readonly end: string
  readonly timing: MinuteTiming
}

/** Computed minutes go back this many days. */
const computedDays = 48
/** A chart cannot show more bars than this; the latest are returned. */
const mostRows = 20_000

export async function findMinuteRows(
  services: Services,
  instrument: ListedInstrument,
  query: MinuteQuery,
): Promise<readonly DailyRow[]> {
  const minutes =
    instrument.source === 'simulated'
      ? computeMinutes(services, instrument, query)
      : await readMinutes(services, instrument, query)
  const span = spans[query.timing]
  const joined = span === 1 ? minutes : joinRows(minutes, (ms) => spanNumber(toEpochMs(ms), span))
  return joined.slice(-mostRows)
}

/** Returns the span of New York clock time, counted from the open, that an instant lies in; spans end at midnight. */
function spanNumber(epochMs: EpochMs, span: number): number {
  return newYorkDayNumberAt(epochMs) * 1440 + Math.floor((newYorkMinuteAt(epochMs) - OPEN_MINUTE) / span)
}

type StoredMinute = [epochMs: number, open: number, high: number, low: number, close: number, volume: number]

async function readMinutes(
  { raw }: Services,
  { id, segments }: ListedInstrument,
  { start, end }: MinuteQuery,
): Promise<DailyRow[]> {
  const { rows } = await raw.queryArrays<StoredMinute>({
    text: `select * from (
        select (extract(epoch from at) * 1000)::float8 as ms, open, high, low, close, volume from minute_bar
        where instrument_id = $1 and at >= $2 and at < $3 order by at desc limit $4
      ) latest order by ms`,
    values: [
      id,
      new Date(midnight(start)),
      new Date(midnight(addCalendarDays(clampDay(end), 1))),
      mostRows * spans._4H,
    ],
  })
  if (segments.length === 0) return rows
  return rows.map((row) => divideRow(row, splitFactor(segments, newYorkDayNumberAt(toEpochMs(row[0])))))
}

const midnight = (day: string): number => newYorkInstant(clampDay(day), 0)

/** Charts request from 1700 on; the calendar starts in 1900. */
const clampDay = (day: string): MarketDay =>
  toMarketDay(day < '1901-01-01' ? '1901-01-01' : day > '2198-12-31' ? '2198-12-31' : day)

function computeMinutes(
  { clock, simulated }: Services,
  { code, segments }: ListedInstrument,
  { start, end }: MinuteQuery,
): DailyRow[] {
  const nowMs = clock.nowMs()
  const today = marketDayAt(nowMs)
  const earliest = addCalendarDays(today, -computedDays)
  const from = start > earliest ? clampDay(start) : earliest
  const until = end < today ? clampDay(end) : today
  if (until < from) return []
  return sessionsBetween(from, until).flatMap((day) => {
    const factor = splitFactor(segments, dayNumberOf(day))
    return simulated
      .minuteBars(code, day, nowMs)
      .map(({ startMs, open, high, low, close, volume }) =>
        divideRow([startMs, open, high, low, close, volume], factor),
      )
  })
}
