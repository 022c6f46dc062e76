// How far open trades were in profit and in loss until now: what the job measured of the days that are over, and the
// bars since then.
import { addCalendarDays, toCents, toEpochMs, toMarketDay, type Cents } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { isChartedMarket } from '../account/charted-market.ts'
import { activeSource } from '../stock/active-market.ts'
import { segmentsColumn, type SegmentsColumn } from '../stock/split-rows.ts'
import { readHeld } from './stored-trade.ts'
import { tradeExcursion } from './trade-excursion.ts'

export interface OpenExcursion {
  readonly accountId: string
  readonly tradeId: string
  readonly bestCents: Cents
  readonly worstCents: Cents
}

interface OpenTrade {
  readonly account_id: string
  readonly trade_id: string
  readonly symbol: string
  readonly opened_at: Date
  readonly held: unknown
  readonly market_source: string
  readonly source: string
  readonly segments: SegmentsColumn
  /** By the bars of the active market; null while nothing was measured by them. */
  readonly measured_last: string | null
  readonly best_cents: Cents | null
  readonly worst_cents: Cents | null
}

/** Returns the open trades of these accounts that bars of the active market can measure, or the given one. */
export async function measureOpenTrades(
  services: Services,
  accountIds: readonly string[],
  tradeId?: string,
): Promise<OpenExcursion[]> {
  const { rows } = await sql<OpenTrade>`
    select t.account_id, t.trade_id, t.codes[1] as symbol, t.opened_at, t.held, a.market_source,
      s.source, ${sql.raw(segmentsColumn)} as segments,
      case when j.measured_source = s.source then t.measured_last end as measured_last, t.best_cents, t.worst_cents
    from (select ${activeSource} as source) s
    cross join journal_trade t
    join account a on a.id = t.account_id
    join journal_account j on j.account_id = t.account_id
    join instrument i on i.source = s.source and i.code_key = t.code_key
    where t.account_id = any(${accountIds}::uuid[]) and t.held is not null and t.closed_at is null
      and (${tradeId ?? null}::text is null or t.trade_id = ${tradeId ?? null})`.execute(services.db)
  const measured: OpenExcursion[] = []
  for (const trade of rows) {
    if (!isChartedMarket(trade.market_source, trade.source)) continue
    const one = await measureOpenTrade(services, trade)
    if (one !== undefined) measured.push(one)
  }
  return measured
}

async function measureOpenTrade(services: Services, trade: OpenTrade): Promise<OpenExcursion | undefined> {
  const { account_id: accountId, trade_id: tradeId, symbol, measured_last: last } = trade
  const shares = { symbol, openedAt: toEpochMs(trade.opened_at.getTime()), held: readHeld(trade.held) }
  const from = last === null ? undefined : addCalendarDays(toMarketDay(last), 1)
  const since = await tradeExcursion(services, shares, trade.segments ?? [], from)
  const [best, worst] = last === null ? [null, null] : [trade.best_cents, trade.worst_cents]
  if (since === undefined && (best === null || worst === null)) return undefined
  return {
    accountId,
    tradeId,
    bestCents: greater(best, since?.best.cents ?? null),
    worstCents: toCents(-greater(negated(worst), negated(since?.worst.cents ?? null))),
  }
}

const negated = (cents: Cents | null): bigint | null => (cents === null ? null : -cents)

function greater(one: bigint | null, other: bigint | null): Cents {
  if (one === null || other === null) return toCents(one ?? other ?? 0n)
  return toCents(one > other ? one : other)
}
