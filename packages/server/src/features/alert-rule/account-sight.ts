// Reads what account rules are judged on: drawdown from the peak, end of the access, positions without a stop.
import { drawdownPercent, judgeProtection, limitLosses, unlimited } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { heldPosition } from '../operation/held-position.ts'
import { findWorkingStops, stopsOf } from '../operation/working-stops.ts'

export interface AccountFacts {
  readonly id: string
  readonly number: string
  readonly is_paper: boolean
  readonly market_source: string
  readonly is_active: boolean
  readonly float_value_cents: bigint
  readonly synced_at: Date | null
  /** Null if the last reading succeeded. */
  readonly failure: string | null
  readonly access_ends_at: Date | null
}

export async function findAccountFacts(db: Db, ids: readonly string[]): Promise<Map<string, AccountFacts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<AccountFacts>`
    select a.id, a.number, a.is_paper, a.market_source, a.is_active, a.float_value_cents, a.synced_at, s.failure,
      least(l.refresh_expires_at, l.lapsed_at) as access_ends_at
    from account a left join broker_login l on l.id = a.broker_login_id left join account_sync s on s.account_id = a.id
    where a.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns, by account, the percentage below the peak of its closes and its present value; money in and out counts as
 * neither gain nor loss.
 */
export async function findDrawdowns(db: Db, accounts: readonly AccountFacts[]): Promise<Map<string, number>> {
  const ids = accounts.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; value: bigint; flow: bigint }>`
    select c.account_id, c.broker_value_cents as value,
      coalesce((select sum(m.amount_cents)::bigint from account_movement m
        where m.account_id = c.account_id and m.day <= c.day
        and m.day > coalesce(c.before_day, '0001-01-01')), 0::bigint) as flow
    from (select account_id, day, broker_value_cents, lag(day) over (partition by account_id
      order by day) as before_day from account_close where account_id = any(${ids}::uuid[])) c
    order by c.account_id, c.day`.execute(db)
  const { rows: since } = await sql<{ account_id: string; flow: bigint }>`
    select m.account_id, sum(m.amount_cents)::bigint as flow from account_movement m
    where m.account_id = any(${ids}::uuid[]) and m.day > coalesce((select max(day) from account_close c
      where c.account_id = m.account_id), '0001-01-01') group by m.account_id`.execute(db)
  const flowSince = new Map(since.map(({ account_id, flow }) => [account_id, flow]))
  return new Map(
    accounts.map(({ id, float_value_cents: present }) => {
      const days = rows
        .filter((row) => row.account_id === id)
        .map(({ value, flow }) => ({ valueCents: value, flowCents: flow }))
      return [id, drawdownPercent([...days, { valueCents: present, flowCents: flowSince.get(id) ?? 0n }])]
    }),
  )
}

/** A position with no stop, or with stops for less than needs one; quantities without sign. */
export interface UncoveredHolding {
  readonly symbol: string
  /** What needs a stop: the part of an option position whose loss is limited does not. */
  readonly held: Decimal
  readonly covered: Decimal
}

/** Returns the positions of an account with no stop, or with stops for less than is held. */
export async function findUnprotected(db: Db, accountId: string): Promise<UncoveredHolding[]> {
  const [positions, stops] = await Promise.all([
    db
      .selectFrom('account_position')
      .select(['symbol', 'asset_type', 'multiplier', 'quantity', 'average_price'])
      .where('account_id', '=', accountId)
      .orderBy('symbol')
      .execute(),
    findWorkingStops(db, accountId),
  ])
  const limits = limitLosses(positions.map(heldPosition))
  return positions.flatMap((row) => {
    const position = { ...heldPosition(row), averagePrice: new Decimal(row.average_price) }
    if (position.quantity.isZero()) return []
    const { coveredQuantity } = judgeProtection(position, stopsOf(stops, row.symbol, position.quantity))
    const { limitedQuantity } = limits.get(row.symbol) ?? unlimited
    const held = position.quantity.abs().minus(limitedQuantity)
    return held.greaterThan(coveredQuantity) ? [{ symbol: row.symbol, held, covered: coveredQuantity }] : []
  })
}
