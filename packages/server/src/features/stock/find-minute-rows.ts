// Bars shorter than a day: recorded minutes of the imported market, computed minutes of the simulated one (its last 48
// days), aggregated to 5, 15 or 30 minutes, one hour or four hours counted from the open. Recorded minutes are
// split-adjusted like days.
import type { BarTiming } from '@clubfolio/contract'
import {
  addCalendarDays,
  dayNumberOf,
  isInSession,
  splitFactor,
  joinRows,
  marketDayAt,
  marketDaySpan,
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

const spans = { _1M: 1, _5M: 5, _15M: 15, _30M: 30, _1H: 60, _4H: 240 } as const
type MinuteTiming = keyof typeof spans

export const isMinuteTiming = (timing: BarTiming): timing is MinuteTiming => timing in spans

export interface MinuteQuery {
  readonly start: string
  readonly end: string
  readonly timing: MinuteTiming
  readonly isRegularHours?: boolean | undefined
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
  const isWanted = query.isRegularHours === true ? regularHours(services.clock.nowMs(), instrument) : undefined
  const wanted = isWanted === undefined ? minutes : minutes.filter(([ms]) => isWanted(toEpochMs(ms)))
  const span = spans[query.timing]
  // Half a span keeps the last minutes of a session apart from the first ones of the night after it.
  const spanOf = (at: EpochMs) => spanNumber(at, span) + (isWanted === undefined || isInSession(at) ? 0 : 0.5)
  const joined = span === 1 ? wanted : joinRows(wanted, (ms) => spanOf(toEpochMs(ms)))
  return joined.slice(-mostRows)
}

/**
 * Returns whether a minute belongs to a regular session or to the night that is running: the simulated market can trade
 * around the clock, and a chart has to end at its last price.
 */
function regularHours(nowMs: EpochMs, { source }: ListedInstrument): (at: EpochMs) => boolean {
  const nightMs = source !== 'simulated' || isInSession(nowMs) ? Infinity : marketDaySpan(marketDayAt(nowMs)).fromMs
  return (at) => at >= nightMs || isInSession(at)
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
