// Top Winners and Top Losers: one sorted read of the list figures, never of bars. Source: docs/rules/market.md,
// "Lists".
import type { ListTiming, Mover } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { chooseFigures, moverRule, periodOf } from './list-figures.ts'
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

/** Returns the list of `moverRule`. */
export async function findMovers(db: Db, side: 'winners' | 'losers', { limit, timing }: MoverQuery): Promise<Mover[]> {
  const figures = await chooseFigures(db)
  const { isIn, order } = moverRule(figures, periodOf[timing], side)
  const { rows } = await sql<MoverRow>`
    select s.code, i.name, s.daily_open, s.week_open, s.month_open, s.year_open, s.last_close
    from ${figures.table} s join instrument i on i.id = s.instrument_id
    where ${isIn} order by ${order}
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
