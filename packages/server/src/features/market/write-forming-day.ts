// Writes the forming day of the simulated market: each minute its open, high, low and last become list figures, in one
// upsert. Finished sessions are never touched, so levels, closes and everything else based on them is unaffected.
// Source: docs/rules/market.md, "Storage".
import { toError } from '../../kernel/to-error.ts'
import { setImmediate } from 'node:timers/promises'
import { marketDayAt, type EpochMs, type MarketDay } from '@clubfolio/domain'
import type { DailyBar } from '@clubfolio/simulated-market'
import type { PoolClient } from 'pg'
import type { PooledServices, Services } from '../../services.ts'
import { runTogether } from '../job/run-rows.ts'
import { baseStatement, formingStatement, tradedWithinDays } from './forming-statement.ts'

export type FormingServices = Pick<PooledServices, 'pool' | 'db' | 'clock' | 'simulated' | 'log'>

const source = 'simulated'
/** Number of bars computed before yielding to other work of the process. */
const barsPerTurn = 25

/**
 * Returns the day that was written, or null while none is forming: the market is closed, has no history, or is not up
 * to date.
 */
export async function writeFormingDay(services: FormingServices): Promise<MarketDay | null> {
  const { pool, clock, simulated } = services
  const nowMs = clock.nowMs()
  const day = marketDayAt(nowMs)
  if (!simulated.isOpenAt(nowMs)) return null
  const { rows: listed } = await pool.query<ListedInstrument>(
    'select code, instrument_id as id from instrument_stat where source = $1 and last_day < $2::date and ' +
      `last_day > $2::date - ${tradedWithinDays}`,
    [source, day],
  )
  const written = await runTogether(services, 'write-forming-day', listed, {
    describe: ({ id }) => ({ id }),
    work: (some) => writeBars(services, { day, nowMs, listed }, some),
  })
  return written.length > 0 ? day : null
}

interface ListedInstrument {
  readonly code: string
  readonly id: string
}

interface FormingLook {
  readonly day: MarketDay
  readonly nowMs: EpochMs
  /** Every instrument that may trade today. */
  readonly listed: readonly ListedInstrument[]
}

/** Writes the bars in one transaction and returns the codes that trade today. */
async function writeBars(
  { pool, simulated }: FormingServices,
  { day, nowMs, listed }: FormingLook,
  some: readonly ListedInstrument[],
): Promise<string[]> {
  const bars: (DailyBar & { code: string })[] = []
  for (const [index, { code }] of some.entries()) {
    if (index % barsPerTurn === 0) await setImmediate()
    const bar = simulated.formingBar(code, nowMs)
    if (bar !== null && bar.day === day) bars.push({ code, ...bar })
  }
  if (bars.length === 0) return []
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await beginDay(client, simulated, { day, listed }, some)
    await client.query(formingStatement, [
      bars.map(({ code }) => code),
      bars.map(({ open }) => open),
      bars.map(({ high }) => high),
      bars.map(({ low }) => low),
      bars.map(({ close }) => close),
      source,
      new Date(nowMs),
    ])
    await client.query('commit')
    return bars.map(({ code }) => code)
  } catch (error) {
    broken = toError(error)
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Starts the day for these instruments: what they carry into it is computed once, and later minutes reuse it. */
async function beginDay(
  client: PoolClient,
  simulated: Services['simulated'],
  { day, listed }: Pick<FormingLook, 'day' | 'listed'>,
  some: readonly ListedInstrument[],
): Promise<void> {
  // The row lock lets only one of several writers start the day.
  const { rows } = await client.query<{ forming_day: string | null }>(
    `select forming_day::text as forming_day from market_source where source = $1 for update`,
    [source],
  )
  if (rows[0]?.forming_day !== day) {
    await client.query('delete from forming_stat where source = $1', [source])
    await client.query('delete from forming_base where source = $1', [source])
    await client.query('update market_source set forming_day = $2 where source = $1', [source, day])
  }
  const { rows: known } = await client.query<{ id: string }>(
    'select instrument_id as id from forming_base where source = $1 and day = $2',
    [source, day],
  )
  const begun = new Set(known.map(({ id }) => id))
  const today = new Set(listed.map(({ id }) => id))
  const gone = [...begun].filter((id) => !today.has(id))
  if (gone.length > 0) {
    await client.query('delete from forming_stat where instrument_id = any($1::uuid[])', [gone])
    await client.query('delete from forming_base where instrument_id = any($1::uuid[])', [gone])
  }
  const fresh = some.filter(({ id }) => !begun.has(id))
  if (fresh.length === 0) return
  const splits = fresh.flatMap(({ code, id }) =>
    simulated
      .corporateActions(code, day, day)
      .flatMap((action) => (action.kind === 'SPLIT' ? [{ id, ratio: action.ratio }] : [])),
  )
  await client.query(baseStatement, [
    source,
    day,
    splits.map(({ id }) => id),
    splits.map(({ ratio }) => ratio),
    fresh.map(({ id }) => id),
  ])
}
