// Computes levels and indicators of the instruments whose bars changed, and stores them with the days that prove them.
// Due instruments are recorded in the transaction of the bars and removed in the transaction of the levels, so a crash
// in between neither loses nor repeats work.
import { toError } from '../../kernel/to-error.ts'
import { setImmediate } from 'node:timers/promises'
import {
  computeDayLevels,
  windowSessions,
  type DayLevels,
  type LevelBar,
  type LevelPair,
  type Split,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { PooledServices } from '../../services.ts'
import { isBackingOff, runTogether } from '../job/run-rows.ts'
import { computeIndicators, type IndicatorFigures } from './compute-indicators.ts'

export type LevelServices = Pick<PooledServices, 'pool' | 'db' | 'clock' | 'log'>

/** The number of latest sessions for which levels are stored; each is stored once, in the dollars of its day. */
export const storedSessions = 21
/** Days older than this are deleted. */
const keptDays = 400
const pageSize = 25

interface DueInstrument {
  readonly id: string
  readonly source: string
  readonly code: string
  readonly rewrites: boolean
  readonly lastStoredDay: string | null
}

interface Computed {
  readonly instrument: DueInstrument
  /** Oldest first, including the newest day. */
  readonly days: readonly DayLevels[]
  readonly indicators: IndicatorFigures
}

/**
 * Computes the due instruments and returns how many they were. `onPage` receives the progress. An instrument that fails
 * stays due and backs off.
 */
export async function computeDueLevels(
  services: LevelServices,
  onPage: (done: number, total: number) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('level_due')
    .select('instrument_id as id')
    .where((eb) => eb.not(isBackingOff('compute-levels', sql`level_due.instrument_id::text`, clock)))
    .orderBy('instrument_id')
    .execute()
  let done = 0
  for (let start = 0; start < due.length; start += pageSize) {
    const computed = await runTogether(services, 'compute-levels', due.slice(start, start + pageSize), {
      describe: ({ id }) => ({ id }),
      work: (some) =>
        computePage(
          services,
          some.map(({ id }) => id),
        ),
    })
    done += computed.length
    await onPage(done, Math.max(done, due.length))
  }
  return done
}

/**
 * Computes one page in one transaction and returns the instruments it computed: those that no other process has locked.
 */
async function computePage({ pool }: LevelServices, ids: readonly string[]): Promise<string[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const due = await takeDue(client, ids)
    if (due.length > 0) await storeLevels(client, await computeAll(client, due))
    await client.query('commit')
    return due.map(({ id }) => id)
  } catch (error) {
    broken = toError(error)
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

async function takeDue(client: PoolClient, ids: readonly string[]): Promise<DueInstrument[]> {
  const { rows } = await client.query<DueInstrument>(
    `with taken as (
       delete from level_due where instrument_id in (select instrument_id from level_due
         where instrument_id = any($1::uuid[]) order by instrument_id for update skip locked)
       returning instrument_id, rewrites
     )
     select i.id, i.source, i.code, t.rewrites, (select max(day)::text from level_day d
       where d.instrument_id = i.id) as "lastStoredDay"
     from taken t join instrument i on i.id = t.instrument_id`,
    [ids],
  )
  return rows
}

async function computeAll(client: PoolClient, due: readonly DueInstrument[]): Promise<Computed[]> {
  const ids = due.map(({ id }) => id)
  const bars = await readBars(client, ids)
  const splits = await readSplits(client, ids)
  const computed: Computed[] = []
  for (const instrument of due) {
    // Yields to requests between two instruments.
    await setImmediate()
    const its = bars.get(instrument.id)
    if (its) computed.push(computeInstrument(instrument, its, splits.get(instrument.id) ?? []))
  }
  return computed
}

function computeInstrument(instrument: DueInstrument, bars: readonly LevelBar[], splits: readonly Split[]): Computed {
  const newestIndex = bars.length - 1
  const isNew = ({ day }: LevelBar) =>
    instrument.rewrites || instrument.lastStoredDay === null || day > instrument.lastStoredDay
  const days = bars.flatMap((bar, index) => {
    const isLatest = index > newestIndex - storedSessions
    return index === newestIndex || (isLatest && isNew(bar)) ? [computeDayLevels(bars.slice(0, index + 1), splits)] : []
  })
  return { instrument, days, indicators: computeIndicators(bars, splits) }
}

type BarRow = [
  instrumentId: string,
  day: string,
  high: number,
  low: number,
  close: number,
  volume: number,
  adjustedThrough: string | null,
]

/** Returns the bars of the windows of all these days, oldest first. */
async function readBars(client: PoolClient, ids: readonly string[]): Promise<Map<string, LevelBar[]>> {
  const { rows } = await client.query<BarRow>({
    text: `select w.id, b.day::text, b.high, b.low, b.close, b.volume, b.adjusted_through::text
      from unnest($1::uuid[]) as w (id)
      cross join lateral (select * from daily_bar where instrument_id = w.id order by day desc limit $2) b
      order by w.id, b.day`,
    values: [ids, windowSessions + storedSessions],
    rowMode: 'array',
  })
  const bars = new Map<string, LevelBar[]>()
  for (const [id, day, high, low, close, volume, adjustedThrough] of rows) {
    const its = bars.get(id) ?? []
    if (its.length === 0) bars.set(id, its)
    its.push({ day, high, low, close, volume, adjustedThrough })
  }
  return bars
}

async function readSplits(client: PoolClient, ids: readonly string[]): Promise<Map<string, Split[]>> {
  const { rows } = await client.query<{ instrument_id: string; day: string; ratio: string }>(
    "select instrument_id, day::text as day, value::text as ratio from corporate_action where kind = 'SPLIT' and " +
      'instrument_id = any($1::uuid[])',
    [ids],
  )
  const splits = new Map<string, Split[]>()
  for (const { instrument_id, day, ratio } of rows)
    splits.set(instrument_id, [...(splits.get(instrument_id) ?? []), { day, ratio }])
  return splits
}

async function storeLevels(client: PoolClient, computed: readonly Computed[]): Promise<void> {
  const days = computed.flatMap(({ instrument, days }) =>
    days.map((levels) => ({ id: instrument.id, day: levels.day, levels: JSON.stringify(levels) })),
  )
  await client.query(
    `insert into level_day (instrument_id, day, levels) select * from unnest($1::uuid[], $2::date[], $3::jsonb[])
     on conflict (instrument_id, day) do update set levels = excluded.levels`,
    [days.map(({ id }) => id), days.map(({ day }) => day), days.map(({ levels }) => levels)],
  )
  await client.query('delete from level_day where instrument_id = any($1::uuid[]) and day < $2::date - $3::int', [
    computed.map(({ instrument }) => instrument.id),
    days.reduce((newest, { day }) => (day > newest ? day : newest), '0001-01-01'),
    keptDays,
  ])
  await storeOpportunities(client, computed)
  await client.query(
    `insert into instrument_indicator (instrument_id, day, rsi14, sma20, sma50, sma200)
     select * from unnest($1::uuid[], $2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
     on conflict (instrument_id) do update set day = excluded.day, rsi14 = excluded.rsi14, sma20 = excluded.sma20,
       sma50 = excluded.sma50, sma200 = excluded.sma200`,
    [
      computed.map(({ instrument }) => instrument.id),
      computed.map(({ days }) => days.at(-1)!.day),
      ...(['rsi14', 'sma20', 'sma50', 'sma200'] as const).map((name) =>
        computed.map(({ indicators }) => indicators[name]),
      ),
    ],
  )
}

async function storeOpportunities(client: PoolClient, computed: readonly Computed[]): Promise<void> {
  const rows = computed.flatMap(({ instrument, days }) => {
    const newest = days.at(-1)!
    return [newest.long, newest.short].map((pair) => ({
      instrument,
      pair,
      day: newest.day,
      averageVolume: newest.averageVolume,
    }))
  })
  const column = (read: (row: (typeof rows)[number]) => unknown) => rows.map(read)
  await client.query(
    `insert into opportunity (instrument_id, direction, source, code, day, resistance_cents, support_cents,
      entry_cents, distance, average_volume, fault)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::date[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::float8[], $10::bigint[], $11::text[])
     on conflict (instrument_id, direction) do update set
       code = excluded.code, day = excluded.day, resistance_cents = excluded.resistance_cents,
         support_cents = excluded.support_cents, entry_cents = excluded.entry_cents,
       distance = excluded.distance, average_volume = excluded.average_volume, fault = excluded.fault`,
    [
      column(({ instrument }) => instrument.id),
      column(({ pair }) => pair.direction),
      column(({ instrument }) => instrument.source),
      column(({ instrument }) => instrument.code),
      column(({ day }) => day),
      column(({ pair }) => pair.resistance.cents),
      column(({ pair }) => pair.support.cents),
      column(({ pair }) => entryCents(pair)),
      column(({ pair }) => pair.distance),
      column(({ averageVolume }) => averageVolume),
      column(({ pair }) => pair.fault),
    ],
  )
}

const entryCents = ({ direction, resistance, support }: LevelPair): number =>
  direction === 'long' ? resistance.cents + 1 : support.cents - 1
