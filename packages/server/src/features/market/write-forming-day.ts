// Writes the forming day of the simulated market: each minute its open, high, low and last become list figures, in one upsert.
// Finished sessions are never touched, so levels, closes and everything else that counts them cannot see it.
// Source: design "Market", Storage.
import { setImmediate } from 'node:timers/promises'
import { marketDayAt, type EpochMs, type MarketDay } from '@clubfolio/domain'
import type { DailyBar } from '@clubfolio/simulated-market'
import type { PoolClient } from 'pg'
import type { PooledServices, Services } from '../../services.ts'
import { baseStatement, formingStatement, tradedWithinDays } from './forming-statement.ts'

export type FormingServices = Pick<PooledServices, 'pool' | 'clock' | 'simulated'>

const source = 'simulated'
/** So many bars are computed before other work of the process gets its turn. */
const barsPerTurn = 25

/** Answers the day that was written, or null while none forms: the market is closed, has no history, or is not caught up. */
export async function writeFormingDay({ pool, clock, simulated }: FormingServices): Promise<MarketDay | null> {
  const nowMs = clock.nowMs() as EpochMs
  const day = marketDayAt(nowMs)
  if (!simulated.isOpenAt(nowMs)) return null
  const { rows: listed } = await pool.query<{ code: string; id: string }>(
    `select code, instrument_id as id from instrument_stat where source = $1 and last_day < $2::date and last_day > $2::date - ${tradedWithinDays}`,
    [source, day],
  )
  const bars: (DailyBar & { code: string })[] = []
  for (const [index, { code }] of listed.entries()) {
    if (index % barsPerTurn === 0) await setImmediate()
    const bar = simulated.formingBar(code, nowMs)
    if (bar !== null && bar.day === day) bars.push({ code, ...bar })
  }
  if (bars.length === 0) return null
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await beginDay(client, simulated, day, listed)
    await client.query(formingStatement, [
      bars.map(({ code }) => code), bars.map(({ open }) => open), bars.map(({ high }) => high), bars.map(({ low }) => low), bars.map(({ close }) => close), source, new Date(nowMs),
    ])
    await client.query('commit')
    return day
  } catch (error) {
    broken = error as Error
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

/** What instruments bring into a new day is computed once; later minutes of the day find it there. */
async function beginDay(client: PoolClient, simulated: Services['simulated'], day: MarketDay, listed: readonly { code: string; id: string }[]): Promise<void> {
  // The row's lock lets one writer of several begin the day.
  const { rows } = await client.query<{ forming_day: string | null; known: number }>(
    `select forming_day::text as forming_day, (select count(*)::int from forming_base where source = $1 and day = $2) as known from market_source where source = $1 for update`,
    [source, day],
  )
  if (rows[0]?.forming_day === day && rows[0].known === listed.length) return
  const splits = listed.flatMap(({ code, id }) => simulated.corporateActions(code, day, day).flatMap((action) => (action.kind === 'SPLIT' ? [{ id, ratio: action.ratio }] : [])))
  await client.query('delete from forming_stat where source = $1', [source])
  await client.query('delete from forming_base where source = $1', [source])
  await client.query(baseStatement, [source, day, splits.map(({ id }) => id), splits.map(({ ratio }) => ratio)])
  await client.query('update market_source set forming_day = $2 where source = $1', [source, day])
}
