// The stored trades of own accounts in SQL: the filter over them, the figures that bars measured, and the row of a
// reply.
import { Refusal, type TradeFilter, type TradeRow } from '@clubfolio/contract'
import { codeKey, type Cents, type MarketDay, type MissingR, type Side } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { activeSource } from '../stock/active-market.ts'
import type { OpenExcursion } from './measure-open-trades.ts'

/** Throws `notFound` unless all of them are the owner's. */
export async function refuseOthers(db: Db, ownerId: string, accountIds: readonly string[]): Promise<void> {
  const own = await db
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', accountIds)
    .execute()
  if (own.length < new Set(accountIds).size) throw new Refusal('notFound')
}

/** Returns an amount in hundredths of the risk, in SQL: halves to even, as `rHundredths` of the domain. */
function rHundredthsOf(cents: string): RawBuilder<number | null> {
  const ratio = `(${cents} * 100::numeric / nullif(t.risk_cents, 0))`
  return sql.raw(`(round(${ratio}) - case when abs(${ratio} - trunc(${ratio})) = 0.5 and round(${ratio}) % 2 <> 0
    then sign(${ratio}) else 0 end)::float8`)
}

/**
 * Returns the stored trades of these accounts as a table `t`, each with `best`, `worst`, `best_r` and `worst_r`:
 * stored for a closed one, of an open one as it is now. Figures by the bars of another market than the active one do
 * not count.
 */
export function tradesOf(accountIds: readonly string[], open: readonly OpenExcursion[] = []): RawBuilder<unknown> {
  return sql`(
    select t.*, ${rHundredthsOf('t.best')} as best_r, ${rHundredthsOf('t.worst')} as worst_r
    from (
      select t.*, case when t.closed_at is null then live.best when m.is_measured then t.best_cents end as best,
        case when t.closed_at is null then live.worst when m.is_measured then t.worst_cents end as worst
      from journal_trade t
      cross join lateral (
        select j.measured_source = ${activeSource} as is_measured from journal_account j
        where j.account_id = t.account_id
      ) m
      left join unnest(
        ${open.map(({ accountId }) => accountId)}::uuid[], ${open.map(({ tradeId }) => tradeId)}::text[],
        ${open.map(({ bestCents }) => String(bestCents))}::bigint[],
        ${open.map(({ worstCents }) => String(worstCents))}::bigint[]
      ) as live (account_id, trade_id, best, worst)
        on t.closed_at is null and live.account_id = t.account_id and live.trade_id = t.trade_id
      where t.account_id = any(${[...new Set(accountIds)]}::uuid[])
    ) t
  ) t`
}

/** Returns whether open trades can pass; a range of days holds closed trades only. */
export const admitsOpen = ({ state, fromDate, toDate }: Omit<TradeFilter, 'accountIds'>): boolean =>
  state !== 'CLOSED' && fromDate === null && toDate === null

/** 1.1 is 110, not 110.00000000000001. */
const hundredths = (value: number): number => Number((value * 100).toFixed(6))

/** Returns the condition that a trade `t` passes the filter. */
export function passesFilter(filter: Omit<TradeFilter, 'accountIds'>): RawBuilder<boolean> {
  const { fromDate, toDate, state, side, result, setup, tag, weekday, holdingTime } = filter
  const { minBest, maxWorst, minBestR, maxWorstR } = filter
  const conditions = [
    ...(state === null ? [] : [state === 'OPEN' ? sql`t.closed_day is null` : sql`t.closed_day is not null`]),
    ...(fromDate === null ? [] : [sql`t.closed_day >= ${fromDate}::date`]),
    ...(toDate === null ? [] : [sql`t.closed_day <= ${toDate}::date`]),
    ...(side === null ? [] : [sql`t.side = ${side}`]),
    ...(result === null ? [] : [sql`sign(t.net_cents) = ${{ WIN: 1, EVEN: 0, LOSS: -1 }[result]}`]),
    ...(setup === null ? [] : [sql`t.setup = ${setup}`]),
    ...(tag === null ? [] : [sql`${tag} = any(t.tags)`]),
    ...(weekday === null ? [] : [sql`t.weekday = ${weekday}`]),
    ...(holdingTime === null ? [] : [sql`t.holding_time = ${holdingTime}`]),
    ...(filter.code === null ? [] : [sql`${codeKey(filter.code)} = any(t.code_keys)`]),
    ...(minBest === null ? [] : [sql`t.best >= ${String(minBest)}::bigint`]),
    ...(maxWorst === null ? [] : [sql`t.worst <= ${String(maxWorst)}::bigint`]),
    ...(minBestR === null ? [] : [sql`t.best_r >= ${hundredths(minBestR)}::float8`]),
    ...(maxWorstR === null ? [] : [sql`t.worst_r <= ${hundredths(maxWorstR)}::float8`]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

export const tradeRecordColumns =
  sql.raw(`t.account_id, t.trade_id, t.underlying, t.codes, t.side, t.opened_at, t.opened_day,
  t.closed_at, t.closed_day, t.quantity, t.entry_price, t.exit_price, t.fee_cents, t.net_cents, t.percent, t.risk_cents,
  t.r_hundredths, t.missing_r, t.setup, t.tags, t.has_note, t.best, t.worst, t.best_r, t.worst_r`)

export interface TradeRecord {
  readonly account_id: string
  readonly trade_id: string
  readonly underlying: string
  readonly codes: readonly string[]
  readonly side: Side
  readonly opened_at: Date | null
  readonly opened_day: MarketDay | null
  readonly closed_at: Date | null
  readonly closed_day: MarketDay | null
  readonly quantity: number
  readonly entry_price: number | null
  readonly exit_price: number | null
  readonly fee_cents: Cents
  readonly net_cents: Cents | null
  readonly percent: number | null
  readonly risk_cents: Cents | null
  readonly r_hundredths: number | null
  readonly missing_r: MissingR | null
  readonly setup: string
  readonly tags: readonly string[]
  readonly has_note: boolean
  readonly best: Cents | null
  readonly worst: Cents | null
  readonly best_r: number | null
  readonly worst_r: number | null
}

const rOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

export function toTradeRow(row: TradeRecord): TradeRow {
  return {
    accountId: row.account_id,
    tradeId: row.trade_id,
    underlying: row.underlying,
    codes: [...row.codes],
    side: row.side,
    openedAt: row.opened_at?.getTime() ?? null,
    openedDay: row.opened_day,
    closedAt: row.closed_at?.getTime() ?? null,
    closedDay: row.closed_day,
    quantity: row.quantity,
    entryPrice: row.entry_price,
    exitPrice: row.exit_price,
    fees: row.fee_cents,
    result: row.net_cents,
    resultPercent: row.percent,
    risk: row.risk_cents,
    r: rOf(row.r_hundredths),
    missingR: row.missing_r,
    best: row.best,
    worst: row.worst,
    bestR: rOf(row.best_r),
    worstR: rOf(row.worst_r),
    setup: row.setup,
    tags: [...row.tags],
    hasNote: row.has_note,
  }
}
