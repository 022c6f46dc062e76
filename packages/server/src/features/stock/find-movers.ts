// Top Winners and Top Losers: one sorted read of the list figures, never of bars. Source: docs/rules/market.md,
// "Lists".
import type { ListTiming, Mover } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { activeSource } from './active-market.ts'
import { chooseFigures } from './list-figures.ts'
import { priceFigure } from './price-figure.ts'

interface MoverRow {
  code: string
  name: string
  daily_open: number
  week_open: number
  month_open: number
  year_open: number
  last_close: number
}

export interface MoverQuery {
  /** null: all. */
  readonly limit: number | null
  readonly timing: ListTiming
}

const changeColumn = { DAILY: 'daily_change', WEEK: 'week_change', MONTH: 'month_change', YEAR: 'year_change' } as const

/**
 * Returns instruments with a bar on the market day by percent change since the open of the period; equal changes by
 * code.
 */
export async function findMovers(db: Db, side: 'winners' | 'losers', { limit, timing }: MoverQuery): Promise<Mover[]> {
  const order = side === 'winners' ? sql`desc` : sql`asc`
  const { table, day } = await chooseFigures(db)
  const { rows } = await sql<MoverRow>`
    select s.code, i.name, s.daily_open, s.week_open, s.month_open, s.year_open, s.last_close
    from ${table} s join instrument i on i.id = s.instrument_id
    where s.source = ${activeSource} and s.last_day = ${day}
    order by ${sql.ref(`s.${changeColumn[timing]}`)} ${order}, s.code
    limit ${limit}
  `.execute(db)
  return rows.map(toMover)
}

function toMover(row: MoverRow): Mover {
  const close = priceFigure(row.last_close)
  return {
    code: row.code,
    name: row.name,
    dailyOpen: priceFigure(row.daily_open),
    dailyClose: close,
    weekOpen: priceFigure(row.week_open),
    weekClose: close,
    monthOpen: priceFigure(row.month_open),
    monthClose: close,
    yearOpen: priceFigure(row.year_open),
    yearClose: close,
  }
}
