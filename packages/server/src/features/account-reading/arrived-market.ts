// The market time of an account whose recorded prices arrive symbol by symbol: the last day that is closed for every
// symbol it holds or has ordered, as at the paper brokerage. Decision 0023.
import { codeKey, sessionHours, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { MarketTime } from '../account/market-time.ts'

/** An imported day is complete after this long without another file. */
const quietMs = 3_600_000

export async function arrivedMarket(
  db: Db,
  clock: Clock,
  market: MarketTime,
  symbols: readonly string[],
): Promise<MarketTime> {
  const { source } = market
  // Only a market that is stopped at a close waits for prices; a replay plays the bars it has.
  if (
    (source !== 'import' && source !== 'yahoo' && source !== 'alpaca') ||
    market.day !== market.lastClosedDay ||
    symbols.length === 0
  )
    return market
  const quietSince = new Date(source === 'import' ? clock.nowMs() - quietMs : 0)
  const { rows } = await sql<{ closed: MarketDay | null }>`
    select min(case when s.updated_at <= ${quietSince} then ${market.day}
      else greatest(t.last_day, s.complete_through) end)::text as closed
    from instrument i join market_source s on s.source = i.source left join instrument_stat t on t.instrument_id = i.id
    where i.source = ${source} and i.code_key = any(${symbols.map(codeKey)}::text[])`.execute(db)
  const closed = rows[0]?.closed ?? null
  if (closed === null || closed >= market.day) return market
  return { ...market, day: closed, lastClosedDay: closed, nowMs: sessionHours(closed)?.closeMs ?? market.nowMs }
}
