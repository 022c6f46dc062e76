// Writes the simulated market into the tables that lists, search and charts read: instruments, bars and splits up to
// the last finished session. Twenty years the first time, later only the missing sessions; the same transaction
// recomputes the list figures.
import { toError } from '../../kernel/to-error.ts'
import { setImmediate } from 'node:timers/promises'
import { addCalendarDays, lastFinishedSessionAt, nameKey, nextSession, type MarketDay } from '@clubfolio/domain'
import { HISTORY_START, type Instrument } from '@clubfolio/simulated-market'
import type { PoolClient } from 'pg'
import { copyRows } from '../../db/copy-rows.ts'
import { newId } from '../../kernel/id.ts'
import type { PooledServices } from '../../services.ts'
import { backedOffIds, runTogether } from '../job/run-rows.ts'
import { barColumns } from './bar-columns.ts'
import { recomputeStat } from './recompute-stat.ts'
import { refreshSource } from './refresh-source.ts'
import { rewriteSplitSegments } from './rewrite-split-segments.ts'
import { z } from 'zod'

export type FillServices = Pick<PooledServices, 'pool' | 'db' | 'clock' | 'simulated' | 'config' | 'log'>

interface Stored {
  readonly id: string
  readonly lastDay: MarketDay | null
}

const dailyBarColumns = { instrument_id: 'uuid', day: 'date', ...barColumns } as const
const yearsBack = 20
const lockName = 4_600_002

export interface FilledPage {
  readonly day: string | null
  /** Instruments whose history is still missing. */
  readonly left: number
  readonly total: number
  /** True if nothing was left out because of a failure. */
  readonly isWhole: boolean
}

/**
 * Brings the simulated source up to the last finished session in one go; returns that day, or null when another process
 * holds the lock.
 */
export async function fillSimulatedMarket(services: FillServices): Promise<string | null> {
  return (await fillMarketPage(services, Number.POSITIVE_INFINITY))?.day ?? null
}

/**
 * Writes one page: what known instruments lack, and the whole history of at most `pageSize` new ones, in the market's
 * own order, which starts with the indices. Returns null when another process holds the lock. A market of another seed
 * or size replaces the stored one. An instrument that fails is left out and backs off.
 */
export async function fillMarketPage(services: FillServices, pageSize: number): Promise<FilledPage | null> {
  const plan = await inMarketTransaction(services, (client) => planPage(services, client, pageSize))
  if (plan === null) return null
  const { due, unnamed, until, ...page } = plan
  let { day } = page
  let isTaken = false
  // Lists all instruments first, so that each can be found by name from the first page on.
  await runTogether(services, 'fill-simulated-market', due.length > 0 ? unnamed : [], {
    describe: ({ code }) => ({ id: code }),
    work: async (some) => {
      await inMarketTransaction(services, async (client) =>
        writeInstruments(services, client, { instruments: some, stored: await readStored(client), until }),
      )
      return some
    },
    isUnfinished: true,
  })
  await runTogether(services, 'fill-simulated-market', due, {
    describe: ({ code }) => ({ id: code }),
    async work(some) {
      const filled = await inMarketTransaction(services, (client) => fillThese(services, client, some, until))
      if (filled === null) isTaken = true
      else day = filled.day
      return some
    },
  })
  return isTaken ? null : { ...page, day, isWhole: (await backedOffIds(services, 'fill-simulated-market')).size === 0 }
}

/** Runs the work in a transaction; returns null when another process holds the market's lock. */
async function inMarketTransaction<Result>(
  { pool }: FillServices,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | null> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lockName])
    const result = rows[0]!.free ? await work(client) : null
    await client.query('commit')
    return result
  } catch (error) {
    broken = toError(error)
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

interface PagePlan extends Omit<FilledPage, 'isWhole'> {
  readonly due: readonly Instrument[]
  /** Instruments that are not listed yet. */
  readonly unnamed: readonly Instrument[]
  readonly until: MarketDay
}

async function planPage(services: FillServices, client: PoolClient, pageSize: number): Promise<PagePlan> {
  const { clock, simulated } = services
  const until = lastFinishedSessionAt(clock.nowMs())
  await forgetOtherMarket(services, client)
  const stored = await readStored(client)
  const resting = await backedOffIds(services, 'fill-simulated-market')
  const instruments = simulated.instruments(until)
  const isNew = ({ code }: Instrument) => (stored.get(code)?.lastDay ?? null) === null
  const ready = instruments.filter(({ code }) => !resting.has(code))
  const known = ready.filter((instrument) => !isNew(instrument) && stored.get(instrument.code)!.lastDay! < until)
  const fresh = ready.filter(isNew)
  const due = [...known, ...fresh.slice(0, pageSize)]
  return {
    due,
    unnamed: ready.filter(({ code }) => !stored.has(code)),
    until,
    day: await refreshSource(client, clock, 'simulated'),
    left: Math.max(0, fresh.length - pageSize),
    total: instruments.length,
  }
}

async function fillThese(
  services: FillServices,
  client: PoolClient,
  due: readonly Instrument[],
  until: MarketDay,
): Promise<{ readonly day: string | null }> {
  const stored = await readStored(client)
  const ids = await writeInstruments(services, client, { instruments: due, stored, until })
  const touched = await writeBars(services, client, due, { ids, stored, until })
  await rewriteSplitSegments(client, touched)
  await client.query('analyze daily_bar')
  await recomputeStat(client, services.clock, touched)
  return { day: await refreshSource(client, services.clock, 'simulated') }
}

const StoredMarket = z.object({ seed: z.string(), instrumentCount: z.number() })

/** Deletes the stored market if it was generated with other parameters; bars of another seed must never continue it. */
async function forgetOtherMarket({ config, clock }: FillServices, client: PoolClient): Promise<void> {
  const made = JSON.stringify(config.market)
  const { rows } = await client.query<{ value: unknown }>(`select value from setting where name = 'simulated-market'`)
  const known = StoredMarket.safeParse(rows[0]?.value).data
  if (known?.seed === config.market.seed && known.instrumentCount === config.market.instrumentCount) return
  for (const table of [
    'level_due',
    'level_day',
    'opportunity',
    'instrument_indicator',
    'forming_stat',
    'forming_base',
    'instrument_stat',
    'split_segment',
    'corporate_action',
    'daily_bar',
  ]) {
    await client.query(
      `delete from ${table} where instrument_id in (select id from instrument where source = 'simulated')`,
    )
  }
  await client.query(`delete from instrument where source = 'simulated'`)
  await client.query(
    "insert into setting (name, value, updated_at) values ('simulated-market', $1, $2) on conflict (name) do " +
      'update set value = excluded.value, updated_at = excluded.updated_at',
    [made, new Date(clock.nowMs())],
  )
}

async function readStored(client: PoolClient): Promise<Map<string, Stored>> {
  const { rows } = await client.query<{ code: string; id: string; last_day: MarketDay | null }>(
    'select i.code, i.id, s.last_day::text as last_day from instrument i left join instrument_stat s on ' +
      "s.instrument_id = i.id where i.source = 'simulated'",
  )
  return new Map(rows.map((row) => [row.code, { id: row.id, lastDay: row.last_day }]))
}

interface WriteInstrumentsOptions {
  readonly instruments: readonly Instrument[]
  readonly stored: ReadonlyMap<string, Stored>
  readonly until: MarketDay
}

/** Inserts new instruments, updates the others (a split changes the share count), and returns all ids by code. */
async function writeInstruments(
  services: FillServices,
  client: PoolClient,
  { instruments, stored, until }: WriteInstrumentsOptions,
): Promise<Map<string, string>> {
  const ids = new Map(instruments.map(({ code }) => [code, stored.get(code)?.id ?? newId(services.clock)]))
  const column = (read: (instrument: Instrument) => unknown) => instruments.map(read)
  await client.query(
    `insert into instrument (source, id, code, code_key, name, name_key, asset_type, exchange, country, sector,
      industry, cusip, ipo_date, share_count, created_at)
     select 'simulated', id, code, code, name, name_key, asset_type, exchange, country, sector, industry, cusip,
       ipo_date, share_count, $13
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::text[], $11::date[], $12::numeric[])
       as n (id, code, name, name_key, asset_type, exchange, country, sector, industry, cusip, ipo_date, share_count)
     on conflict (source, code_key) do update set
       name = excluded.name, name_key = excluded.name_key, asset_type = excluded.asset_type,
         exchange = excluded.exchange, country = excluded.country,
       sector = excluded.sector, industry = excluded.industry, cusip = excluded.cusip, ipo_date = excluded.ipo_date,
         share_count = excluded.share_count`,
    [
      column(({ code }) => ids.get(code)),
      column(({ code }) => code),
      column(({ name }) => name),
      column(({ name }) => nameKey(name)),
      column(({ assetType }) => assetType),
      column(({ exchange }) => exchange),
      column(({ country }) => country),
      column(({ sector }) => sector),
      column(({ industry }) => industry),
      column(({ cusip }) => cusip),
      column(({ ipoDate }) => ipoDate),
      column(({ code }) => services.simulated.sharesOutstanding(code, until)),
      new Date(services.clock.nowMs()),
    ],
  )
  return ids
}

interface BarOrder {
  readonly ids: ReadonlyMap<string, string>
  readonly stored: ReadonlyMap<string, Stored>
  readonly until: MarketDay
}

/** Streams the missing bars by COPY, instrument by instrument in key order, and stores their splits and dividends. */
async function writeBars(
  { simulated }: FillServices,
  client: PoolClient,
  due: readonly Instrument[],
  { ids, stored, until }: BarOrder,
): Promise<string[]> {
  const start = earliestDay(until)
  const actions: { id: string; day: string; kind: string; value: number }[] = []
  await copyRows(client, { table: 'daily_bar', columns: dailyBarColumns }, async ({ put, settle }) => {
    for (const { code } of due) {
      // Computing twenty years of one instrument blocks the event loop; this yields to requests between two
      // instruments.
      await setImmediate()
      const id = ids.get(code)!
      const lastDay = stored.get(code)?.lastDay ?? null
      const from = lastDay === null ? start : nextSession(lastDay)
      for (const { day, open, high, low, close, volume } of simulated.dailyBars(code, from, until))
        put({ instrument_id: id, day, open, high, low, close, volume })
      for (const action of simulated.corporateActions(code, from, until)) {
        actions.push({
          id,
          day: action.day,
          kind: action.kind,
          value: action.kind === 'SPLIT' ? action.ratio : action.amount,
        })
      }
      await settle()
    }
  })
  await client.query(
    'insert into corporate_action (instrument_id, day, kind, value) select * from unnest($1::uuid[], $2::date[], ' +
      '$3::text[], $4::numeric[]) on conflict do nothing',
    [
      actions.map(({ id }) => id),
      actions.map(({ day }) => day),
      actions.map(({ kind }) => kind),
      actions.map(({ value }) => value),
    ],
  )
  return due.map(({ code }) => ids.get(code)!)
}

function earliestDay(until: MarketDay): MarketDay {
  const day = addCalendarDays(until, -Math.round(yearsBack * 365.25))
  return day < HISTORY_START ? HISTORY_START : day
}
