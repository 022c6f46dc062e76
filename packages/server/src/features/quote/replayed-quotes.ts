// Last prices in a replay: the position of the walk through a day's recorded bars at the market's time, never ahead of
// it. The paper brokerage fills orders on the same walk.
import {
  marketDayAt,
  newYorkDateAt,
  sessionHours,
  splitRatio,
  type EpochMs,
  type Split,
  type MarketDay,
  toEpochMs,
} from '@clubfolio/domain'
import { recordedDay, replayDay, replayPath, type RecordedBar } from '@clubfolio/simulated-market'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export interface ReplayedPrice {
  readonly last: number
  readonly atMs: EpochMs
}

export interface ReplayedQuote extends ReplayedPrice {
  /** Shares traded on the day of `last` so far. */
  readonly volume: number
}

interface DayRow {
  readonly code: string
  readonly day: MarketDay
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

interface MinuteRow extends Omit<DayRow, 'day'> {
  readonly at: Date
}

interface SplitRow extends Split {
  readonly code: string
}

const minuteMs = 60_000
/** Minutes that end long before the close do not cover the whole day. */
const tailMs = 30 * minuteMs

/** Returns the market's time during a running or paused replay, otherwise null. */
export async function replayTime(db: Db, wallMs: number): Promise<EpochMs | null> {
  const row = await db
    .selectFrom('market.clock')
    .select(['mode', 'market_time', 'wall_time', 'speed'])
    .executeTakeFirst()
  if (row?.mode !== 'replay') return null
  return toEpochMs(
    Math.floor(row.market_time.getTime() + Math.max(0, wallMs - row.wall_time.getTime()) * Number(row.speed)),
  )
}

/** Returns quotes by code; a code without any bar up to that time is left out. */
export async function replayedQuotes(
  db: Db,
  codes: readonly string[],
  nowMs: EpochMs,
): Promise<Map<string, ReplayedQuote>> {
  const recorded = await readRecorded(db, codes, nowMs)
  const found = new Map<string, ReplayedQuote>()
  for (const code of codes) {
    const { bars, before, divisorOf } = recorded(code)
    const shown = bars ? replayDay(bars, nowMs) : null
    const today = divisorOf(newYorkDateAt(nowMs))
    if (shown) found.set(code, { last: shown.last / today, atMs: shown.tradeMs, volume: shown.volume * today })
    else if (before)
      found.set(code, {
        last: before.close / divisorOf(before.day),
        atMs: sessionHours(before.day)?.closeMs ?? nowMs,
        volume: before.volume * divisorOf(before.day),
      })
  }
  return found
}

/**
 * Returns the prices each code went through on the current day after `fromMs`, oldest first, in the dollars of that day
 * also after its close; a code that has not traded is left out.
 */
export async function replayedPaths(
  db: Db,
  codes: readonly string[],
  fromMs: EpochMs,
  nowMs: EpochMs,
): Promise<Map<string, readonly ReplayedPrice[]>> {
  const recorded = await readRecorded(db, codes, nowMs)
  const found = new Map<string, readonly ReplayedPrice[]>()
  for (const code of codes) {
    const { bars } = recorded(code)
    const path = bars ? replayPath(bars, fromMs, nowMs).map(({ price, atMs }) => ({ last: price, atMs })) : []
    if (path.length > 0) found.set(code, path)
  }
  return found
}

interface RecordedCode {
  /** The current day's bars, if it has any. */
  readonly bars: RecordedBar[] | null
  readonly before: DayRow | undefined
  readonly divisorOf: (day: MarketDay) => number
}

async function readRecorded(db: Db, codes: readonly string[], nowMs: EpochMs): Promise<(code: string) => RecordedCode> {
  const today = newYorkDateAt(nowMs)
  const { rows: days } = await sql<DayRow>`
    select i.code, b.day::text as day, b.open, b.high, b.low, b.close, b.volume
    from market.instrument i
    cross join lateral (select * from market.daily_bar d where d.instrument_id = i.id and d.day <= ${today}
      order by d.day desc limit 2) b
    where i.source = 'import' and i.code = any(${[...codes]}) order by i.code, b.day desc`.execute(db)
  const hours = sessionHours(today)
  const { rows: minutes } =
    hours === null
      ? { rows: [] }
      : await sql<MinuteRow>`
    select i.code, b.at, b.open, b.high, b.low, b.close, b.volume
    from market.instrument i join market.minute_bar b on b.instrument_id = i.id
    where i.source = 'import' and i.code = any(${[...codes]}) and b.at >= ${new Date(hours.openMs)}
      and b.at < ${new Date(hours.closeMs)} order by i.code, b.at`.execute(db)
  const { rows: splits } = await sql<SplitRow>`
    select i.code, a.day::text as day, a.value::text as ratio
    from market.instrument i join market.corporate_action a on a.instrument_id = i.id
    where i.source = 'import' and i.code = any(${[...codes]}) and a.kind = 'SPLIT' and a.day <= ${marketDayAt(nowMs)}
      and a.day > ${today}::date - 45`.execute(db)
  const daysOf = byCode(days)
  const minutesOf = byCode(minutes)
  return (code) => {
    const own = daysOf.get(code) ?? []
    const forming = own.find(({ day }) => day === today)
    return {
      bars: forming ? barsOf(forming, minutesOf.get(code) ?? []) : null,
      before: own.find(({ day }) => day < today),
      divisorOf: (day) => splitBy(splits, code, day),
    }
  }
}

function byCode<Row extends { readonly code: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.code)
    if (own) own.push(row)
    else found.set(row.code, [row])
  }
  return found
}

/** Returns a day's minutes if they reach from the opening to its end, otherwise the day as one bar. */
function barsOf(day: DayRow, minutes: readonly MinuteRow[]): RecordedBar[] {
  const { fromMs, untilMs, ...whole } = recordedDay(day.day, day)
  const isWhole = minutes[0]?.at.getTime() === fromMs && minutes.at(-1)!.at.getTime() >= untilMs - tailMs
  if (!isWhole) return [{ ...whole, fromMs, untilMs }]
  return minutes.map(({ at, open, high, low, close, volume }) => ({
    open,
    high,
    low,
    close,
    volume,
    fromMs: toEpochMs(at.getTime()),
    untilMs: toEpochMs(at.getTime() + minuteMs),
  }))
}

/** Returns how many new shares replaced one old share since a day. */
const splitBy = (splits: readonly SplitRow[], code: string, since: MarketDay): number =>
  splitRatio(
    splits.filter((split) => split.code === code),
    since,
  ).toNumber()
