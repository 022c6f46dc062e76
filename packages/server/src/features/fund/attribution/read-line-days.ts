// The stored lines behind one line of the table, by close: of an instrument, of a group of them, of Cash, or what no
// line explains.
import type { AttributionGrouping, AttributionLine } from '@clubfolio/contract'
import type { AttributedDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { AccountHome } from '../book/account-home.ts'
import { classifyLines } from './classify-lines.ts'
import { homeOf } from './sum-closes.ts'

export interface LineDay {
  readonly day: string
  readonly beforeCents: bigint
  readonly valueCents: bigint
  readonly netCents: bigint
  readonly incomeCents: bigint
  readonly feeCents: bigint
  /** price + income + fees. */
  readonly profitCents: bigint
}

/** An instrument of a line, with the sessions at whose close it was held. */
export interface LineInstrument {
  readonly symbol: string
  readonly isShort: boolean
  readonly daysHeld: number
}

export interface LineSource {
  readonly homes: readonly AccountHome[]
  readonly days: readonly AttributedDay[]
  readonly marketSource: string
  readonly grouping: AttributionGrouping
  /** The user whose own labels count. */
  readonly userId: string
}

/** Returns the instruments of a line of the table; none for a line of no instrument. */
export async function readLineInstruments(
  db: Db,
  { homes, days, marketSource, grouping, userId }: LineSource,
  { kind, name }: Pick<AttributionLine, 'kind' | 'name'>,
): Promise<readonly LineInstrument[]> {
  if (kind !== 'LINES' || days.length === 0) return []
  const { rows } = await sql<{ symbol: string; is_short: boolean; held: number }>`
    select l.symbol, l.is_short, count(l.quantity)::int as held
    from account_close_line l join ${daysOf(homes, days)} on d.account_id = l.account_id and d.day = l.day
    where l.kind = 'INSTRUMENT' group by l.symbol, l.is_short order by l.symbol, l.is_short`.execute(db)
  const classOf = await classifyLines(db, {
    marketSource,
    symbols: rows.map(({ symbol }) => symbol),
    labelsOf: grouping === 'LABEL' ? userId : undefined,
  })
  return rows
    .filter(({ symbol, is_short: isShort }) => classOf({ symbol, isShort }, grouping).name === name)
    .map(({ symbol, is_short: isShort, held: daysHeld }) => ({ symbol, isShort, daysHeld }))
}

/** Returns the closes with a line, oldest first. */
export async function readLineDays(
  db: Db,
  { homes, days }: Pick<LineSource, 'homes' | 'days'>,
  which: 'CASH' | 'INSTRUMENTS' | 'ALL' | readonly LineInstrument[],
): Promise<readonly LineDay[]> {
  if (days.length === 0 || which.length === 0) return []
  const condition =
    which === 'CASH' || which === 'INSTRUMENTS'
      ? sql`l.kind = ${which === 'CASH' ? 'CASH' : 'INSTRUMENT'}`
      : which === 'ALL'
        ? sql`l.kind <> 'NOT_EXPLAINED'`
        : sql`l.kind = 'INSTRUMENT' and (l.symbol, l.is_short) in (select * from
            unnest(${which.map(({ symbol }) => symbol)}::text[], ${which.map(({ isShort }) => isShort)}::bool[]))`
  const { rows } = await sql<Record<'day' | 'before' | 'value' | 'net' | 'income' | 'fee' | 'profit', string>>`
    select l.day::text as day, sum(l.before_cents)::text as before, sum(l.value_cents)::text as value,
      sum(l.net_cents)::text as net, sum(l.income_cents)::text as income, sum(l.fee_cents)::text as fee,
      sum(l.price_cents + l.income_cents + l.fee_cents)::text as profit
    from account_close_line l join ${daysOf(homes, days)} on d.account_id = l.account_id and d.day = l.day
    where ${condition} group by l.day order by l.day`.execute(db)
  return rows.map((row) => ({
    day: row.day,
    beforeCents: BigInt(row.before),
    valueCents: BigInt(row.value),
    netCents: BigInt(row.net),
    incomeCents: BigInt(row.income),
    feeCents: BigInt(row.fee),
    profitCents: BigInt(row.profit),
  }))
}

const daysOf = (homes: readonly AccountHome[], days: readonly AttributedDay[]) =>
  sql`unnest(${days.map(({ day }) => homeOf(homes, day))}::uuid[], ${days.map(({ day }) => day)}::date[])
    as d (account_id, day)`
