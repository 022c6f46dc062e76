// What alert rules need from the sessions before a market day: earlier closes, the extremes of a year, the nearest
// levels, splits. Read once a day per instrument, in batches, and cached until its bars change.
import { setImmediate } from 'node:timers/promises'
import {
  computeDayLevels,
  daysBefore,
  moveSessions,
  priceSteps,
  splitDivisor,
  splitRatio,
  windowSessions,
  type LevelBar,
  type MarketDay,
  type PriceBasis,
  type Split,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { minSessionsBefore, yearBeforeDays } from '../market/list-rules.ts'

export type BasisServices = Pick<Services, 'db' | 'simulated'>

export interface BasisRequest {
  readonly instrumentId: string
  readonly code: string
  readonly source: string
  /** Changes whenever the instrument's bars change. */
  readonly version: string
  readonly needsBars: boolean
  readonly needsLevels: boolean
}

export interface InstrumentBasis extends Omit<PriceBasis, 'splitRatio' | 'atMs'> {
  readonly splits: readonly Split[]
}

interface Kept {
  readonly version: string
  readonly hasBars: boolean
  readonly hasLevels: boolean
  readonly basis: InstrumentBasis
}

export type BasisCache = Map<string, Kept>

const readAtOnce = 200
/** More than a year of sessions. */
const readSessions = 260

/**
 * Returns the bases by instrument id. The caller owns the cache; its entries for instruments that are no longer watched
 * are dropped.
 */
export async function findBases(
  services: BasisServices,
  cache: BasisCache,
  day: MarketDay,
  wishes: readonly BasisRequest[],
): Promise<ReadonlyMap<string, InstrumentBasis>> {
  const versionOf = (wish: BasisRequest) => `${day} ${wish.version}`
  const missing = wishes.filter((wish) => {
    const kept = cache.get(wish.instrumentId)
    return (
      kept?.version !== versionOf(wish) || (wish.needsBars && !kept.hasBars) || (wish.needsLevels && !kept.hasLevels)
    )
  })
  for (let start = 0; start < missing.length; start += readAtOnce) {
    const page = missing.slice(start, start + readAtOnce)
    const splits = await readSplits(services, day, page)
    const bars = await readBars(
      services,
      day,
      page.filter(({ needsBars, needsLevels }) => needsBars || needsLevels).map(({ instrumentId }) => instrumentId),
    )
    for (const wish of page) {
      // Yields to requests between two instruments.
      if (wish.needsLevels) await setImmediate()
      const basis = basisOf(
        day,
        bars.get(wish.instrumentId) ?? [],
        splits.get(wish.instrumentId) ?? [],
        wish.needsLevels,
      )
      cache.set(wish.instrumentId, {
        version: versionOf(wish),
        hasBars: wish.needsBars || wish.needsLevels,
        hasLevels: wish.needsLevels,
        basis,
      })
    }
  }
  const wanted = new Set(wishes.map(({ instrumentId }) => instrumentId))
  for (const id of cache.keys()) if (!wanted.has(id)) cache.delete(id)
  return new Map(wishes.map(({ instrumentId }) => [instrumentId, cache.get(instrumentId)!.basis]))
}

/** Returns the number of new shares for one old share since the day on which a rule's prices were set. */
export const splitRatioSince = (splits: readonly Split[], setDay: string | null): number =>
  setDay === null ? 1 : splitRatio(splits, setDay).toNumber()

function basisOf(
  day: MarketDay,
  bars: readonly LevelBar[],
  splits: readonly Split[],
  hasLevels: boolean,
): InstrumentBasis {
  const inDollarsOfDay = bars.map((bar) => {
    const divisor = splitDivisor(bar, splits, day)
    return {
      day: bar.day,
      high: priceSteps(bar.high, divisor),
      low: priceSteps(bar.low, divisor),
      close: priceSteps(bar.close, divisor),
    }
  })
  const closeBefore = (sessions: number): number | null => inDollarsOfDay.at(-sessions)?.close ?? null
  const yearStart = daysBefore(day, yearBeforeDays)
  const year = inDollarsOfDay.filter((bar) => bar.day > yearStart)
  const hasYear = year.length >= minSessionsBefore
  const levels = hasLevels && bars.length > 0 ? computeDayLevels(bars.slice(-windowSessions), splits) : null
  // Levels are in the last session's dollars; a split on the day itself divides them too.
  const since = levels ? splitRatioSince(splits, levels.day) : 1
  const levelSteps = (cents: number | undefined) =>
    cents === undefined ? null : priceSteps(cents / 100, since === 1 ? undefined : new Decimal(since))
  return {
    day,
    splits,
    closes: {
      PREVIOUS_CLOSE: closeBefore(moveSessions.PREVIOUS_CLOSE),
      WEEK: closeBefore(moveSessions.WEEK),
      MONTH: closeBefore(moveSessions.MONTH),
      QUARTER: closeBefore(moveSessions.QUARTER),
      YEAR: closeBefore(moveSessions.YEAR),
    },
    yearHigh: hasYear ? Math.max(...year.map(({ high }) => high)) : null,
    yearLow: hasYear ? Math.min(...year.map(({ low }) => low)) : null,
    resistance: levelSteps(levels?.long.resistance.cents),
    support: levelSteps(levels?.short.support.cents),
  }
}

/** Returns the sessions before the day, oldest first. */
async function readBars(
  { db }: BasisServices,
  day: MarketDay,
  ids: readonly string[],
): Promise<Map<string, LevelBar[]>> {
  const bars = new Map<string, LevelBar[]>()
  if (ids.length === 0) return bars
  const { rows } = await sql<{
    id: string
    day: string
    high: number
    low: number
    close: number
    volume: number
    adjusted_through: string | null
  }>`
    select w.id, b.day::text as day, b.high, b.low, b.close, b.volume, b.adjusted_through::text as adjusted_through
    from unnest(${[...ids]}::uuid[]) as w (id)
    cross join lateral (select * from daily_bar where instrument_id = w.id and day < ${day} order by day desc
      limit ${readSessions}) b
    order by w.id, b.day`.execute(db)
  for (const { id, adjusted_through: adjustedThrough, ...bar } of rows) {
    const its = bars.get(id) ?? []
    if (its.length === 0) bars.set(id, its)
    its.push({ ...bar, adjustedThrough })
  }
  return bars
}

/** Returns the splits up to the day. In the simulated market, today's split exists before today's bar is stored. */
async function readSplits(
  { db, simulated }: BasisServices,
  day: MarketDay,
  wishes: readonly BasisRequest[],
): Promise<Map<string, Split[]>> {
  const { rows } = await sql<{ instrument_id: string; day: string; ratio: string }>`
    select instrument_id, day::text as day, value::text as ratio from corporate_action
    where kind = 'SPLIT' and day <= ${day}
      and instrument_id = any(${wishes.map(({ instrumentId }) => instrumentId)}::uuid[])`.execute(db)
  const splits = new Map<string, Split[]>()
  const add = (id: string, split: Split) => splits.set(id, [...(splits.get(id) ?? []), split])
  for (const { instrument_id: id, ...split } of rows) add(id, split)
  for (const { instrumentId, code, source } of wishes) {
    if (source !== 'simulated' || splits.get(instrumentId)?.some((split) => split.day === day)) continue
    for (const action of simulated.corporateActions(code, day, day))
      if (action.kind === 'SPLIT') add(instrumentId, { day, ratio: String(action.ratio) })
  }
  return splits
}
