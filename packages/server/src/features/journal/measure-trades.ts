// Measures by bars how far the trades of an account were in profit and in loss, and stores it: once for a closed trade
// whose days all have bars, for others when bars have come.
import { toEpochMs, type Cents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { inTransaction } from '../../kernel/transaction.ts'
import type { PooledServices, Services } from '../../services.ts'
import { isChartedMarket } from '../account/charted-market.ts'
import { activeSource } from '../stock/active-market.ts'
import { segmentsColumn, type SegmentsColumn } from '../stock/split-rows.ts'
import { readHeld } from './stored-trade.ts'
import { tradeExcursion } from './trade-excursion.ts'

/**
 * A trade to measure: never measured, or measured while its days lacked bars that have come since. An open one is
 * measured once for each day.
 */
const isDue = sql<boolean>`(
  t.measured_last is null
  or s.first_day < t.measured_first and t.measured_first > t.opened_day
  or s.last_day > t.measured_last and (t.closed_day is null or t.measured_last < t.closed_day))`

const dueTrades = sql`
  journal_trade t
  join account a on a.id = t.account_id
  join journal_account j on j.account_id = t.account_id
  join instrument i on i.source = ${activeSource} and i.code_key = t.code_key
  join instrument_stat s on s.instrument_id = i.id`
const isMeasurable = sql<boolean>`t.held is not null
  and (t.closed_at is null or t.measured_last is null or t.measured_last < t.closed_day
    or t.measured_first > t.opened_day)`

/**
 * The codes of the trades of each account that may be due, each found by one step in the index: an account may have
 * thousands of trades of a code without bars, which stay unmeasured.
 */
const openCodes = sql`
  open_code (account_id, code_key) as (
    select a.id, (select min(t.code_key) from journal_trade t where t.account_id = a.id and ${isMeasurable})
    from account a
    union all
    select c.account_id, (select min(t.code_key) from journal_trade t
      where t.account_id = c.account_id and t.code_key > c.code_key and ${isMeasurable})
    from open_code c where c.code_key is not null
  )`

/** The accounts that have trades to measure, or whose trades were measured by another market's bars. */
const selectUnmeasured = sql<{ id: string; market_source: string; source: string }>`
  with recursive ${openCodes}
  select a.id, a.market_source, ${activeSource} as source from account a
  where a.id in (
    select c.account_id from open_code c
    join instrument i on i.source = ${activeSource} and i.code_key = c.code_key
    join instrument_stat s on s.instrument_id = i.id
    where exists (select from journal_trade t
      where t.account_id = c.account_id and t.code_key = c.code_key and ${isMeasurable} and ${isDue})
  ) or exists (select from journal_account j where j.account_id = a.id and j.measured_source <> ${activeSource})
  order by a.id`

export async function findUnmeasured({ db }: Pick<Services, 'db'>): Promise<string[]> {
  const { rows } = await selectUnmeasured.execute(db)
  return rows.flatMap(({ id, market_source: own, source }) => (isChartedMarket(own, source) ? [id] : []))
}

interface DueTrade {
  readonly trade_id: string
  readonly symbol: string
  readonly opened_at: Date
  readonly held: unknown
  readonly segments: SegmentsColumn
  readonly first_day: string
  readonly last_day: string
}

/** Trades between two writes. */
const batchSize = 100

/** Measures the due trades of an account and returns how many there were. */
export async function measureTrades(services: PooledServices, accountId: string): Promise<number> {
  await startMeasuring(services, accountId)
  let count = 0
  for (;;) {
    const { rows } = await sql<DueTrade>`
      select t.trade_id, t.codes[1] as symbol, t.opened_at, t.held, ${sql.raw(segmentsColumn)} as segments,
        s.first_day, s.last_day
      from ${dueTrades} where t.account_id = ${accountId} and ${isMeasurable} and ${isDue}
      order by t.trade_id limit ${batchSize}`.execute(services.db)
    if (rows.length === 0) return count
    const measured: Measured[] = []
    for (const trade of rows) measured.push(await measureTrade(services, trade))
    await storeMeasured(services, accountId, measured)
    count += rows.length
  }
}

/** Forgets what the bars of another market measured. */
async function startMeasuring({ db }: PooledServices, accountId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      update journal_account set measured_source = ${activeSource}
      where account_id = ${accountId} and measured_source is distinct from ${activeSource} returning account_id
    `.execute(trx)
    if (rows.length === 0) return
    await trx
      .updateTable('journal_trade')
      .set({ measured_first: null, measured_last: null, best_cents: null, worst_cents: null })
      .where('account_id', '=', accountId)
      .where('measured_last', 'is not', null)
      .execute()
  })
}

interface Measured {
  readonly trade: DueTrade
  /** Null without a bar for its time. */
  readonly best: Cents | null
  readonly worst: Cents | null
}

async function measureTrade(services: PooledServices, trade: DueTrade): Promise<Measured> {
  const { symbol, opened_at: openedAt, held, segments } = trade
  const shares = { symbol, openedAt: toEpochMs(openedAt.getTime()), held: readHeld(held) }
  const found = await tradeExcursion(services, shares, segments ?? [])
  return { trade, best: found?.best.cents ?? null, worst: found?.worst.cents ?? null }
}

/** A trade whose fills changed meanwhile stays due. */
async function storeMeasured({ db }: PooledServices, accountId: string, measured: readonly Measured[]): Promise<void> {
  const rows = measured.map(({ trade, best, worst }) => ({
    trade_id: trade.trade_id,
    held: trade.held,
    measured_first: trade.first_day,
    measured_last: trade.last_day,
    best_cents: best === null ? null : String(best),
    worst_cents: worst === null ? null : String(worst),
  }))
  await sql`
    update journal_trade t set measured_first = m.measured_first, measured_last = m.measured_last,
      best_cents = m.best_cents, worst_cents = m.worst_cents
    from json_populate_recordset(null::journal_trade, ${JSON.stringify(rows)}::json) m
    where t.account_id = ${accountId} and t.trade_id = m.trade_id and t.held = m.held`.execute(db)
}
